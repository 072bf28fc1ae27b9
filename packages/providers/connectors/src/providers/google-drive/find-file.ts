import { AppError } from '@docfleet/errors';
import { createFolderPlaces, jumpKey } from '../../folder-places.ts';
import type { ConnectorItem, Covered, SkippedItem } from '../../provider.ts';
import { reach } from '../../refusal.ts';
import type { DriveApi } from './drive-api.ts';
import type { DriveFile } from './replies.ts';
import { folderKind, reasonToSkip, resourceKeyOf, shortcutKind, toItem, toSkipped } from './to-item.ts';

/** A connection that may only see picked files (`drive.file`) may not ask for drives. */
const mayNotListDrives = (error: unknown) =>
  error instanceof AppError && error.code === 'CONNECTION_UNAUTHORIZED' && error.details['status'] === 403;

/** A page of the shared drives that the account is a member of; the first for an empty `page`. */
export async function nextDrives(
  api: DriveApi,
  page: string,
): Promise<{ drives: string[]; nextPage: string | null }> {
  try {
    const { drives, nextPageToken } = await api.files.listDrives(page || undefined);
    return { drives: drives.map(({ id }) => id), nextPage: nextPageToken ?? null };
  } catch (error) {
    if (mayNotListDrives(error)) return { drives: [], nextPage: null };
    throw error;
  }
}

/** Result of resolving a listed file: an item, a skipped one, or a folder to list. */
type Resolved =
  | { readonly is: 'item'; readonly item: ConnectorItem; readonly drive: string | undefined }
  | { readonly is: 'skipped'; readonly skipped: SkippedItem; readonly isClosed?: boolean }
  | { readonly is: 'folder'; readonly folder: DriveFile; readonly byShortcut: boolean };

/** A target that is gone, or was never shared, concerns the shortcut alone. */
async function targetOf(api: DriveApi, shortcut: DriveFile) {
  const { targetId: id, targetResourceKey: key } = shortcut.shortcutDetails ?? {};
  if (!id) return { target: undefined, isClosed: false };
  const { answer, refused } = await reach(api.files.get(id, key));
  return { target: answer?.trashed ? undefined : answer, isClosed: refused?.isClosed ?? false };
}

/** Resolves a shortcut to its target, which is ingested under its own id. */
async function resolveFile(api: DriveApi, listed: DriveFile, folder: string | null): Promise<Resolved> {
  const byShortcut = listed.mimeType === shortcutKind;
  const { target: file, isClosed } = byShortcut
    ? await targetOf(api, listed)
    : { target: listed, isClosed: false };
  if (!file) {
    const skipped = toSkipped(listed, 'The target of this shortcut is gone or not shared');
    return { is: 'skipped', skipped, isClosed };
  }
  if (file.mimeType === folderKind) return { is: 'folder', folder: file, byShortcut };
  const reason = reasonToSkip(file);
  if (reason) return { is: 'skipped', skipped: toSkipped(file, reason) };
  return { is: 'item', item: toItem(file, folder), drive: file.driveId };
}

export interface ResolvedFiles {
  readonly items: ConnectorItem[];
  readonly skipped: SkippedItem[];
  readonly folders: Extract<Resolved, { is: 'folder' }>[];
  /** The shared drives that items and folders lie in. */
  readonly drives: (string | undefined)[];
  /** True when a shortcut leads to what the account may not see at the moment: it need not be gone. */
  isClosed: boolean;
}

/** Resolves a page of files, one after the other: each shortcut costs a request. */
export async function resolveFiles(
  api: DriveApi,
  files: readonly DriveFile[],
  pathOf: (file: DriveFile) => string | null,
): Promise<ResolvedFiles> {
  const found: ResolvedFiles = { items: [], skipped: [], folders: [], drives: [], isClosed: false };
  for (const file of files) {
    const resolved = await resolveFile(api, file, pathOf(file));
    if (resolved.is === 'skipped') {
      found.skipped.push(resolved.skipped);
      found.isClosed ||= resolved.isClosed ?? false;
      continue;
    }
    if (resolved.is === 'item') found.items.push(resolved.item);
    else found.folders.push(resolved);
    found.drives.push(resolved.is === 'item' ? resolved.drive : resolved.folder.driveId);
  }
  return found;
}

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
