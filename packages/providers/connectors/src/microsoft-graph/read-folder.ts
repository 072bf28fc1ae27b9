import { reach } from '../reach.ts';
import type { Folder } from './cursor.ts';
import type { GraphApi } from './graph-api.ts';
import type { DriveItem } from './replies.ts';
import { type Sorted, sortItems } from './sort-items.ts';

/** Folders still to be read, the last first, and the next page of the last one. */
interface Folders {
  readonly folders: readonly Folder[];
  readonly folderLink?: string | undefined;
}

/** Reads a page of the last folder, and goes on with the folders in it, or says why the account may not see it any more. */
export async function readFolder(api: GraphApi, { folders, folderLink }: Folders) {
  const [folder] = folders.slice(-1) as [Folder];
  const { answer, refused } = await reach(api.children(folder.drive, folder.id, folderLink));
  if (refused) return { folder, refused };
  const entries: readonly DriveItem[] = answer.value;
  const found: Sorted = await sortItems(api, folder.drive, entries);
  const link = answer['@odata.nextLink'];
  // The folder that is being read stays the last until it is over.
  const left =
    link === undefined ? [...folders.slice(0, -1), ...found.folders] : [...found.folders, ...folders];
  return { folder, page: { entries, found, next: { folders: left, folderLink: link } } };
}
