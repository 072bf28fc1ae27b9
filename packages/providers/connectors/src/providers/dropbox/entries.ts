import type { ConnectorItem, SkippedItem } from '../../provider.ts';
import type { Entry, FileEntry } from './api.ts';

/** The format that keeps most of a document which exists in the cloud alone; undefined for the vendor's own choice, null for none. */
export function exportFormatOf({ export_info }: FileEntry): string | undefined | null {
  const options = export_info?.export_options ?? [];
  const best = ['markdown', 'html'].find((format) => options.includes(format));
  if (best) return best;
  return export_info?.export_as ? undefined : null;
}

function reasonToSkip(file: FileEntry): string | undefined {
  if (file.symlink_info) return 'A symbolic link: only its target is ingested';
  if (!file.is_downloadable && exportFormatOf(file) === null)
    return 'Dropbox neither downloads nor exports files of this kind';
  return undefined;
}

const itemOf = (file: FileEntry): ConnectorItem => ({
  externalId: file.id,
  name: file.name,
  path: file.path_display ?? null,
  url: null,
  mimeType: null,
  // The size of an exported file is unknown.
  sizeBytes: file.is_downloadable ? file.size : null,
  modifiedAt: file.server_modified,
  versionKey: file.rev,
  kind: file.is_downloadable ? 'file' : 'page',
});

interface Sorted {
  readonly items: ConnectorItem[];
  readonly skipped: SkippedItem[];
  readonly deletedPaths: string[];
  readonly filePaths: string[];
  readonly folderPaths: string[];
}

const pathOf = ({ path_display, path_lower }: Entry) => path_display ?? path_lower ?? undefined;

/**
 * Applies the entries of a page in their order: a deletion undoes entries at or below its path. One path holds one thing
 * (https://www.dropbox.com/developers/documentation/http/documentation#files-list_folder: "replace it and remove all its children"): a file
 * over another, as programs save it, and a folder over a file are changes in which no deletion is named. A whole listing names everything
 * that exists.
 */
export function sortEntries(entries: readonly Entry[], { isFull }: { readonly isFull: boolean }): Sorted {
  const files = new Map<string, FileEntry>();
  const paths = { file: new Set<string>(), folder: new Set<string>(), deleted: new Set<string>() };
  for (const entry of entries) {
    const tag = entry['.tag'];
    const path = pathOf(entry);
    // An unmounted folder has no path, and its deletion concerns no item with a path.
    if (path && (tag === 'deleted' || !isFull)) {
      paths[tag].add(path);
      forget(files, entry.path_lower ?? path.toLowerCase(), tag);
    }
    if (entry['.tag'] !== 'file') continue;
    // Set anew, so that the order of the map is that of the entries.
    files.delete(entry.id);
    files.set(entry.id, entry);
  }
  const kept = [...files.values()];
  return {
    items: kept.filter((file) => !reasonToSkip(file)).map(itemOf),
    skipped: kept.flatMap((file) => {
      const reason = reasonToSkip(file);
      return reason ? [{ externalId: file.id, name: file.name, reason }] : [];
    }),
    deletedPaths: [...paths.deleted],
    filePaths: [...paths.file],
    folderPaths: [...paths.folder],
  };
}

/** Forgets a file whose path a folder has taken; the folder's descendants stay. */
function forget(files: Map<string, FileEntry>, path: string, tag: Entry['.tag']): void {
  for (const [id, file] of files) {
    const at = file.path_lower ?? '';
    if (at === path || (tag !== 'folder' && at.startsWith(`${path}/`))) files.delete(id);
  }
}
