import type { ConnectorItem, SkippedItem } from '../../provider.ts';
import type { BoxItem } from './api.ts';

/** The root of everything that a user sees. */
export const rootFolder = '0';

const pathOf = ({ path_collection, name }: BoxItem): string | null => {
  if (!path_collection) return null;
  const folders = path_collection.entries.filter(({ id }) => id !== rootFolder);
  return `/${[...folders.map((folder) => folder.name), name].join('/')}`;
};

const itemOf = (file: BoxItem): ConnectorItem => ({
  externalId: file.id,
  name: file.name,
  path: pathOf(file),
  url: `https://app.box.com/file/${file.id}`,
  mimeType: isNote(file) ? 'text/markdown' : null,
  sizeBytes: file.size ?? null,
  modifiedAt: file.content_modified_at ?? file.modified_at ?? null,
  versionKey: versionOf(file),
  kind: 'file',
});

/** Changes with the content alone; its etag changes with its name, too. */
export const versionOf = ({ sha1, etag, id }: BoxItem): string => sha1 || etag || id;

/** A text of Box's own editor, which is handed out as JSON. */
export const isNote = ({ name }: Pick<BoxItem, 'name'>): boolean => /\.boxnote$/i.test(name);

function reasonToSkip({ type, name }: BoxItem): string | undefined {
  if (type === 'web_link') return 'A bookmark: Box holds nothing but an address';
  if (type !== 'file') return `Box has nothing to read in items of the type ${type}`;
  if (/\.boxcanvas$/i.test(name)) return 'Box Canvas has no content that its API hands out';
  if (/\.g(doc|sheet|slides)$/i.test(name)) return 'A link to Google: connect Google Drive instead';
  return undefined;
}

/** Separates the files that can be ingested from other items; leaves out folders and the trash. */
export function sortItems(entries: readonly BoxItem[]): { items: ConnectorItem[]; skipped: SkippedItem[] } {
  const items: ConnectorItem[] = [];
  const skipped: SkippedItem[] = [];
  for (const entry of entries) {
    if (entry.type === 'folder' || isTrashed(entry)) continue;
    const reason = reasonToSkip(entry);
    // A bookmark may have the number of a file.
    const externalId = entry.type === 'file' ? entry.id : `${entry.type}:${entry.id}`;
    if (reason) skipped.push({ externalId, name: entry.name, reason });
    else items.push(itemOf(entry));
  }
  return { items, skipped };
}

export const isTrashed = ({ item_status }: BoxItem): boolean =>
  item_status === 'trashed' || item_status === 'deleted';

/** Tests whether it is a selected file or lies below a selected folder. */
export function isSelected({ type, id, path_collection }: BoxItem, selection: readonly string[]): boolean {
  const above = path_collection?.entries.map((folder) => folder.id) ?? [];
  return (
    selection.includes(id) ||
    selection.includes(`${type}:${id}`) ||
    above.some((folder) => selection.includes(folder) || selection.includes(`folder:${folder}`)) ||
    selection.includes(rootFolder)
  );
}
