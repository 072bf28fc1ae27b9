import { jumpKey } from '../../folder-places.ts';
import { closedPart, type Refused, reach } from '../../refusal.ts';
import { type EverythingListing, nothing, proofOf, type Step } from './cursor.ts';
import type { DriveApi } from './drive-api.ts';
import { nextDrives, type ResolvedFiles, resolveFiles } from './find-file.ts';
import { belowShortcuts, toFolder } from './list-selected.ts';

export async function beginEverything(api: DriveApi): Promise<EverythingListing> {
  const feed = await api.changes.start();
  return {
    listing: 'everything',
    feed,
    drives: [],
    drivesPage: '',
    isWhole: true,
    isUnproven: false,
    distant: [],
  };
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

interface WhereToRead {
  /** A shared drive; the account's own files without one. */
  readonly drive?: string | undefined;
  readonly page?: string | undefined;
}

type Place = Awaited<ReturnType<typeof readPlace>>;

/**
 * Reads a page of one place. One search over all drives at once would be simpler, but Google ends it early when there is much to find
 * and says so with no more than `incompleteSearch`.
 */
export async function readPlace(api: DriveApi, { drive, page }: WhereToRead) {
  const q = `trashed=false and mimeType!='application/vnd.google-apps.folder'`;
  const { files, nextPageToken, incompleteSearch } = await api.files.list({ q, drive, page });
  const { items, skipped, folders, isClosed } = await resolveFiles(api, files, () => null);
  return { found: { items, skipped }, folders, isClosed, page: nextPageToken, isCut: incompleteSearch };
}

/** Returns the folders of others that shortcuts lead to; members of their shared drive see their content there. */
async function distantOf(
  api: DriveApi,
  folders: ResolvedFiles['folders'],
  known: EverythingListing['distant'],
) {
  const distant = [...known];
  for (const { folder } of folders) {
    const { id, driveId, ownedByMe } = folder;
    if (ownedByMe || distant.some((one) => one.id === id)) continue;
    const { answer: log } =
      driveId === undefined ? { answer: undefined } : await reach(api.changes.start(driveId));
    if (log === undefined) distant.push(toFolder(folder, ''));
  }
  return distant;
}

/** Returns the next page; targets of shortcuts are read after all other places. */
async function goOn(
  api: DriveApi,
  listing: EverythingListing,
  page: string | undefined,
  found: Partial<Step>,
) {
  const next = page ? { ...listing, page } : await nextPlace(api, listing);
  if (next) return { ...nothing, ...found, next };
  if (listing.distant.length === 0)
    return { ...nothing, ...found, next, feed: listing.feed, proof: proofOf(listing) };
  const entered = listing.distant.map(({ id }) => [jumpKey(id), 'entered']);
  const feeds = { ...found.feeds, ...Object.fromEntries(entered) };
  return { ...nothing, ...found, feeds, next: belowShortcuts(listing) };
}

/** Leaves out a drive that Google lists and does not open: it has to show nothing, which proves nothing. */
function leavePlace(
  api: DriveApi,
  listing: EverythingListing,
  drive: string,
  refused: Refused,
): Promise<Step> {
  const skipped = [closedPart({ id: drive, name: `Shared drive ${drive}` }, refused)];
  return goOn(api, { ...listing, isUnproven: true }, undefined, { skipped });
}

/** Reads a page of one place; a shared drive's change log is opened before its first page, so that no change falls in between. */
export async function stepEverything(api: DriveApi, listing: EverythingListing): Promise<Step> {
  const { drive } = listing;
  if (drive === undefined) return afterPlace(api, listing, await readPlace(api, listing), {});
  const opens = listing.page === undefined;
  const { answer: start, refused: unopened } = opens
    ? await reach(api.changes.start(drive))
    : { answer: undefined };
  if (unopened) return leavePlace(api, listing, drive, unopened);
  const { answer: place, refused } = await reach(readPlace(api, listing));
  if (refused) return leavePlace(api, listing, drive, refused);
  return afterPlace(api, listing, place, start === undefined ? {} : { [drive]: start });
}

async function afterPlace(
  api: DriveApi,
  listing: EverythingListing,
  { found, page, isCut, isClosed, folders }: Place,
  feeds: Readonly<Record<string, string>>,
): Promise<Step> {
  const here = {
    ...listing,
    isWhole: listing.isWhole && !isCut,
    isUnproven: listing.isUnproven || isClosed,
    distant: await distantOf(api, folders, listing.distant),
  };
  return goOn(api, here, page, { ...found, feeds });
}
