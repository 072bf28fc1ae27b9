import { AppError } from '@docfleet/errors';
import { jumpKey } from '../../feed-keys.ts';
import { createFolderPlaces } from '../../folder-places.ts';
import type { ConnectorItem, Covered } from '../../provider.ts';
import { reach } from '../../reach.ts';
import type { DriveApi } from './drive-api.ts';
import { folderKind } from './formats.ts';
import type { DriveFile } from './replies.ts';
import { reasonToSkip, resourceKeyOf, toItem } from './to-item.ts';

const cannotSay = (reason: string) => new AppError('ITEM_FORBIDDEN', reason);

/** A file as it is; undefined when Google says that it is gone, or it lies in the trash. */
async function readFile(api: DriveApi, id: string, key: string | undefined): Promise<DriveFile | undefined> {
  const { answer: file, refused } = await reach(api.files.get(id, key));
  if (refused?.isClosed) throw cannotSay(refused.reason);
  if (!file || file.trashed) return undefined;
  const reason = file.mimeType === folderKind ? 'It is a folder' : reasonToSkip(file);
  if (reason) throw cannotSay(reason);
  return file;
}

/** Names of the folder that a user's own files lie in, which requests may use in place of its id. */
const myDrive = 'root';

const treeOf = (api: DriveApi, selection: readonly string[], feeds: Covered['feeds']) => ({
  isCovered: async (folder: string) =>
    selection.includes(folder) || (await feeds.find(jumpKey(folder))) !== undefined,
  async parentsOf(folder: string) {
    const { answer } = await reach(api.files.get(folder));
    if (answer?.parents.length !== 0 || !selection.includes(myDrive)) return answer?.parents;
    const { answer: root } = await reach(api.files.get(myDrive));
    return root?.id === folder ? [myDrive] : [];
  },
});

/** Looks files up one by one. */
export function createFileFinder() {
  const findFolderPlace = createFolderPlaces();

  /** Tests whether a file lies in the covered scope; a legacy file lies in several folders, of which one is enough. */
  async function isInside(api: DriveApi, file: DriveFile, covered: Covered): Promise<boolean> {
    const { selection, feeds } = covered;
    // Everything that the account sees is read.
    if (!selection || selection.includes(file.id)) return true;
    for (const parent of file.parents)
      if ((await findFolderPlace(feeds, parent, treeOf(api, selection, feeds))) === 'inside') return true;
    return false;
  }

  /** Finds one file; undefined when Google answers that it is gone, or when it lies outside of what a listing covered. */
  return async (
    api: DriveApi,
    externalId: string,
    covered: Covered | undefined,
  ): Promise<ConnectorItem | undefined> => {
    const file = await readFile(api, externalId, resourceKeyOf(covered?.versionKey));
    if (!file) return undefined;
    if (!covered || (await isInside(api, file, covered))) return toItem(file, null);
    // It may stand behind a shortcut that could not be seen.
    if (covered.proof === 'NONE') throw cannotSay('It is there, and may still belong to what is read');
    return undefined;
  };
}
