import type { Folder } from './cursor.ts';
import { ifWithinReach } from './discover.ts';
import type { GraphApi } from './graph-api.ts';
import type { DriveItem } from './replies.ts';
import { type Sorted, sortItems } from './sort-items.ts';

/** Folders still to be read, the last first, and the next page of the last one. */
interface Folders {
  readonly folders: readonly Folder[];
  readonly folderLink?: string | undefined;
}

interface FolderPage {
  readonly entries: readonly DriveItem[];
  readonly found: Sorted;
  readonly next: { folders: Folder[]; folderLink: string | undefined };
}

/** Reads a page of the last folder, and goes on with the folders in it. Undefined when the account may not see it any more. */
export async function readFolder(
  api: GraphApi,
  { folders, folderLink }: Folders,
): Promise<FolderPage | undefined> {
  const [{ drive, id }] = folders.slice(-1) as [Folder];
  const page = await ifWithinReach(api.children(drive, id, folderLink));
  if (!page) return undefined;
  const found = await sortItems(api, drive, page.value);
  const link = page['@odata.nextLink'];
  // The folder that is being read stays the last until it is over.
  const left =
    link === undefined ? [...folders.slice(0, -1), ...found.folders] : [...found.folders, ...folders];
  return { entries: page.value, found, next: { folders: left, folderLink: link } };
}
