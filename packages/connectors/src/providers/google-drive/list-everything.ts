import { type EverythingListing, nothing, type Step } from './cursor.ts';
import type { DriveApi } from './drive-api.ts';
import { ifMember, nextDrives } from './drives.ts';
import { resolveFiles } from './resolve-file.ts';

export async function beginEverything(api: DriveApi): Promise<EverythingListing> {
  const feed = await api.changes.start();
  return { listing: 'everything', feed, drives: [], drivesPage: '', isWhole: true };
}

/** The place to be read after this one; undefined at the end. */
async function nextPlace(api: DriveApi, listing: EverythingListing): Promise<EverythingListing | undefined> {
  let { drives, drivesPage } = listing;
  while (drives.length === 0 && drivesPage !== null) {
    const found = await nextDrives(api, drivesPage);
    drives = found.drives;
    drivesPage = found.nextPage;
  }
  const [drive, ...rest] = drives;
  return drive === undefined ? undefined : { ...listing, drive, drives: rest, drivesPage, page: undefined };
}

interface Place {
  /** A shared drive; the account's own files without one. */
  readonly drive?: string | undefined;
  readonly page?: string | undefined;
}

/**
 * Reads a page of one place. One search over all drives at once would be simpler, but Google ends it early when there is much to find
 * and says so with no more than `incompleteSearch`.
 */
export async function readPlace(api: DriveApi, { drive, page }: Place) {
  const q = `trashed=false and mimeType!='application/vnd.google-apps.folder'`;
  const { files, nextPageToken, incompleteSearch } = await api.files.list({ q, drive, page });
  // Folders behind shortcuts are seen where they lie, if the account sees them at all.
  const { items, skipped } = await resolveFiles(api, files, () => null);
  return { found: { items, skipped }, page: nextPageToken, isCut: incompleteSearch };
}

/** A drive that Google lists and does not open has to show nothing, which proves nothing. */
const closedPlace: Partial<Awaited<ReturnType<typeof readPlace>>> & { isCut: boolean } = { isCut: true };

/** Reads a page of one place; a shared drive's change log is opened before its first page, so that no change falls in between. */
export async function stepEverything(api: DriveApi, listing: EverythingListing): Promise<Step> {
  const { drive } = listing;
  const opens = drive !== undefined && listing.page === undefined;
  const start = opens ? await ifMember(api.changes.start(drive)) : undefined;
  const isClosed = opens && start === undefined;
  const feeds = opens && start !== undefined ? { [drive]: start } : {};
  const { found, page, isCut } = isClosed ? closedPlace : await readPlace(api, listing);
  const here = { ...listing, isWhole: listing.isWhole && !isCut };
  const next = page ? { ...here, page } : await nextPlace(api, here);
  const feed = next ? undefined : listing.feed;
  return { ...nothing, ...found, next, feed, feeds, proof: !next && here.isWhole ? 'STATED' : undefined };
}
