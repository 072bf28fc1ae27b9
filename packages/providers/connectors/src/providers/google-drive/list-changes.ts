import { isDrive } from '../../folder-places.ts';
import type { Feed, Feeds } from '../../provider.ts';
import { closedPart, reach } from '../../refusal.ts';
import { type ChangesListing, type ListingState, nothing, type Step } from './cursor.ts';
import type { DriveApi } from './drive-api.ts';
import { nextDrives, resolveFiles } from './find-file.ts';
import { readPlace } from './list-everything.ts';
import { folderKind } from './to-item.ts';

interface Reading {
  readonly api: DriveApi;
  readonly feeds: Feeds;
  readonly isSelection: boolean;
  /** Begins a listing of everything, or of all that is selected. */
  readonly listAgain: () => Promise<ListingState>;
}

type Log = Awaited<ReturnType<DriveApi['changes']['list']>>;
type Change = Log['changes'][number];

/**
 * Tests whether a change may affect files that the log does not name: the children of a folder that is moved or trashed get no
 * entries, and a removed item is no longer known to be a file.
 */
const mayConcernOthers = ({ file }: Change) => file === undefined || file.mimeType === folderKind;

/** Drives that came or went are found in the list of drives, and when their own logs are read. */
const isOfFile = ({ changeType }: Change) => changeType !== 'drive';

/**
 * Returns the items, skipped items and deletions of a page of a log; undefined when it is uncertain. Then everything is listed, which costs
 * one request per thousand files. As logs do not report folders, any change makes a selection uncertain.
 */
async function readLog({ api, isSelection }: Reading, log: Log) {
  const changes = log.changes.filter(isOfFile);
  const isUncertain = isSelection ? changes.length > 0 : changes.some(mayConcernOthers);
  if (isUncertain) return undefined;
  const files = changes.flatMap(({ file }) => file ?? []);
  const kept = files.filter(({ trashed }) => !trashed);
  const { items, skipped, folders } = await resolveFiles(api, kept, () => null);
  // Folders by themselves were uncertain above: a shortcut that is new may lead to what nothing else names.
  if (folders.some(({ folder }) => !folder.ownedByMe)) return undefined;
  return { items, skipped, deleted: files.filter(({ trashed }) => trashed).map(({ id }) => id) };
}

async function again({ listAgain }: Reading): Promise<Step> {
  return { ...nothing, next: await listAgain(), isRestart: true };
}

/** The drive whose log is read after the last one; behind all drives there is what else a listing has kept. */
async function nextLog(feeds: Feeds, { log }: ChangesListing): Promise<Feed | undefined> {
  const next = await feeds.after(log?.drive);
  return next && isDrive(next.drive) ? next : undefined;
}

/** The page after this one: of drives, of the next drive's log, of a new drive; the listing's end after all of them. */
async function proceed(
  { feeds }: Reading,
  listing: ChangesListing,
  page?: Partial<Pick<Step, 'items' | 'skipped' | 'deleted' | 'feeds'>>,
): Promise<Step> {
  const hasMore =
    listing.fresh.length > 0 ||
    listing.drivesPage !== null ||
    (listing.log !== undefined && listing.log.page !== null) ||
    (await nextLog(feeds, listing)) !== undefined;
  if (hasMore) return { ...nothing, ...page, next: listing };
  return { ...nothing, ...page, next: undefined, feed: listing.page };
}

async function readUserLog(reading: Reading, listing: ChangesListing): Promise<Step> {
  const log = await reading.api.changes.list(listing.page);
  const found = await readLog(reading, log);
  if (!found) return again(reading);
  const isOver = log.nextPageToken === undefined;
  const page = log.nextPageToken ?? log.newStartPageToken ?? listing.page;
  if (!isOver) return { ...nothing, ...found, next: { ...listing, page } };
  // A selection names its drives itself.
  const drivesPage = reading.isSelection ? null : listing.drivesPage;
  return proceed(reading, { ...listing, page, isUserLogRead: true, drivesPage }, found);
}

async function findDrives(reading: Reading, listing: ChangesListing, drivesPage: string): Promise<Step> {
  const { drives, nextPage } = await nextDrives(reading.api, drivesPage);
  const fresh = [...listing.fresh];
  for (const drive of drives) if ((await reading.feeds.find(drive)) === undefined) fresh.push({ drive });
  return proceed(reading, { ...listing, drivesPage: nextPage, fresh });
}

/** Reads a page of a shared drive's own log. A drive that the account has lost leads to a listing of everything. */
async function readDriveLog(
  reading: Reading,
  listing: ChangesListing,
  { drive, cursor }: Feed,
): Promise<Step> {
  const { answer: log } = await reach(reading.api.changes.list(cursor, drive));
  const found = log && (await readLog(reading, log));
  if (!log || !found) return again(reading);
  const page = log.nextPageToken ?? null;
  const feeds = page === null ? { [drive]: log.newStartPageToken ?? cursor } : {};
  return proceed(reading, { ...listing, log: { drive, page } }, { ...found, feeds });
}

/** Reads a page of a shared drive that is new: nothing of it is known, so all of it is. */
async function readFresh(reading: Reading, listing: ChangesListing): Promise<Step> {
  const [place, ...rest] = listing.fresh;
  if (!place) return proceed(reading, listing);
  const opens = place.page === undefined;
  const { answer: start, refused: unopened } = opens
    ? await reach(reading.api.changes.start(place.drive))
    : { answer: undefined };
  const { answer, refused = unopened } = unopened ? {} : await reach(readPlace(reading.api, place));
  // Google lists it and does not open it: the next sync finds it again.
  if (!answer) {
    const skipped = refused?.isClosed ? [closedPart({ id: place.drive }, refused)] : [];
    return proceed(reading, { ...listing, fresh: rest }, { skipped });
  }
  const feeds = start === undefined ? {} : { [place.drive]: start };
  const { found, page, isCut } = answer;
  // Items beyond a truncated search are found by listing everything, now or in a later sync.
  if (isCut) return again(reading);
  const fresh = page === undefined ? rest : [{ drive: place.drive, page }, ...rest];
  return proceed(reading, { ...listing, fresh }, { ...found, feeds });
}

/** Reads a page of changes: of the user's log, then of the list of shared drives, then of each drive's log. */
export async function stepChanges(reading: Reading, listing: ChangesListing): Promise<Step> {
  if (!listing.isUserLogRead) return readUserLog(reading, listing);
  if (listing.drivesPage !== null) return findDrives(reading, listing, listing.drivesPage);
  const { log } = listing;
  const here = log && log.page !== null ? { drive: log.drive, cursor: log.page } : undefined;
  const next = here ?? (await nextLog(reading.feeds, listing));
  return next ? readDriveLog(reading, listing, next) : readFresh(reading, listing);
}
