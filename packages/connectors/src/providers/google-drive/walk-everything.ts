import { AppError } from '@docfleet/errors';
import type { EverythingWalk } from './cursor.ts';
import type { DriveApi } from './drive-api.ts';
import { resolveFiles } from './resolve-file.ts';
import type { Step } from './step.ts';

export async function beginEverything(api: DriveApi): Promise<EverythingWalk> {
  const feed = await api.changes.start();
  return { walk: 'everything', feed, drives: [], drivesPage: '', isWhole: true };
}

/** A connection that may only see picked files (`drive.file`) may not ask for drives. */
const mayNotListDrives = (error: unknown) =>
  error instanceof AppError && error.code === 'CONNECTION_UNAUTHORIZED' && error.details['status'] === 403;

async function nextDrives(api: DriveApi, page: string) {
  try {
    return await api.files.listDrives(page || undefined);
  } catch (error) {
    if (mayNotListDrives(error)) return { drives: [], nextPageToken: undefined };
    throw error;
  }
}

/** The place to be read after this one; undefined at the end. */
async function nextPlace(api: DriveApi, walk: EverythingWalk): Promise<EverythingWalk | undefined> {
  let { drives, drivesPage } = walk;
  while (drives.length === 0 && drivesPage !== null) {
    const found = await nextDrives(api, drivesPage);
    drives = found.drives.map(({ id }) => id);
    drivesPage = found.nextPageToken ?? null;
  }
  const [drive, ...rest] = drives;
  return drive === undefined ? undefined : { ...walk, drive, drives: rest, drivesPage, page: undefined };
}

/**
 * Reads a page of one place. One search over all drives at once would be simpler, but Google ends it early when there is much to find
 * and says so with no more than `incompleteSearch`.
 */
export async function stepEverything(api: DriveApi, walk: EverythingWalk): Promise<Step> {
  const q = `trashed=false and mimeType!='application/vnd.google-apps.folder'`;
  const found = await api.files.list({ q, drive: walk.drive, page: walk.page });
  // Folders behind shortcuts are seen where they lie, if the account sees them at all.
  const { items, skipped } = await resolveFiles(api, found.files, () => null);
  const here = { ...walk, isWhole: walk.isWhole && !found.incompleteSearch };
  const next = found.nextPageToken ? { ...here, page: found.nextPageToken } : await nextPlace(api, here);
  const feed = next ? undefined : walk.feed;
  return { items, skipped, deleted: [], next, feed, isComplete: !next && here.isWhole };
}
