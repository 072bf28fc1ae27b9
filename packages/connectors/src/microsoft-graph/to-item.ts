import type { ConnectorItem, SkippedItem } from '../provider.ts';
import type { DriveItem } from './replies.ts';

/** Item ids are unique within their drive; neither id has a colon in it. */
export const externalIdOf = (drive: string, id: string): string => `${drive}:${id}`;

/** The drive and item that an external id, or a selected id, names; `id` is undefined when it names a whole drive. */
export function readExternalId(externalId: string): { drive: string; id: string | undefined } {
  const at = externalId.lastIndexOf(':');
  if (at === -1) return { drive: externalId, id: undefined };
  return { drive: externalId.slice(0, at), id: externalId.slice(at + 1) };
}

/** `cTag` changes with the content alone, `eTag` with a new name too. */
export const versionOf = (item: DriveItem): string =>
  item.cTag ?? item.eTag ?? item.lastModifiedDateTime ?? '';

export const isFolder = (item: DriveItem): boolean => item.folder != null && !item.package;

/** Change feeds name what is in a notebook as well: its sections, and their table of contents. */
const isSection = ({ name, file }: DriveItem): boolean => file !== undefined && /\.one(toc2)?$/i.test(name);

/** Why an item's content cannot be read; undefined when it can. */
export function reasonToSkip(item: DriveItem): string | undefined {
  if (item.package?.type === 'oneNote' || isSection(item))
    return 'OneNote notebooks are not files and cannot be downloaded';
  if (item.package) return `A package of the kind "${item.package.type}" cannot be downloaded`;
  if (item.malware != null) return 'Microsoft has found malware in it';
  return item.file ? undefined : 'It is neither a file nor a folder';
}

export const toSkipped = (drive: string, item: DriveItem, reason: string): SkippedItem => ({
  externalId: externalIdOf(drive, item.id),
  name: item.name,
  reason,
});

/** The folders above an item, from `/drives/x/root:/a/b`, where the listing has them: change feeds of businesses do not. */
function folderOf({ parentReference }: DriveItem): string | null {
  const [, folders] = /root:(.*)$/.exec(parentReference.path ?? '') ?? [];
  if (folders === undefined) return null;
  try {
    return decodeURIComponent(folders);
  } catch {
    // A name with a lone percent sign, which was not encoded after all.
    return folders;
  }
}

/** A file as the contract shows it. */
export function toItem(drive: string, item: DriveItem): ConnectorItem {
  const folder = folderOf(item);
  return {
    externalId: externalIdOf(drive, item.id),
    name: item.name,
    path: folder === null ? null : `${folder}/${item.name}`,
    url: item.webUrl ?? null,
    mimeType: item.file?.mimeType ?? null,
    sizeBytes: item.size ?? null,
    modifiedAt: item.lastModifiedDateTime ?? null,
    versionKey: versionOf(item),
    kind: 'file',
  };
}
