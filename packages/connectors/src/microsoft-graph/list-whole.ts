import { type Collection, isDrive, siteKey, type WholeListing, writeFeed } from './cursor.ts';
import { discover, ifWithinReach, isClosedToAccount, isExplored, isOutOfReach } from './discover.ts';
import type { GraphApi } from './graph-api.ts';
import { readFolder } from './read-folder.ts';
import { readCollection } from './site-contents.ts';
import { type Sorted, sortItems } from './sort-items.ts';
import { changesFrom, type Extent, nothing, type Reading, type Step } from './step.ts';
import { externalIdOf, readExternalId } from './to-item.ts';

/** Selected ids a page: each costs a request or two. */
const rootsPerPage = 20;

export const beginWhole = async ({
  places,
  drives,
  roots,
  collections = [],
  isSearched,
}: Extent): Promise<WholeListing> => ({
  listing: 'whole',
  known: isSearched ? '' : null,
  places,
  drives: [...(await drives())],
  isExploring: false,
  roots: [...roots],
  collections: [...collections],
  folders: [],
  jumps: [],
  watched: [],
  isBlind: collections.length > 0,
  isClosed: false,
});

interface Progress {
  readonly listing: WholeListing;
  readonly feeds?: Readonly<Record<string, string>> | undefined;
  readonly found?: Pick<Sorted, 'items' | 'skipped' | 'deleted'>;
}

/** Adds the folders behind shortcuts that have not been entered before; their drives' feeds are out of reach. */
function jump(
  listing: WholeListing,
  { distant, isClosed }: Pick<Sorted, 'distant' | 'isClosed'>,
): WholeListing {
  const jumps = new Set(listing.jumps);
  const fresh = distant.filter(({ drive, id }) => !jumps.has(externalIdOf(drive, id)));
  for (const { drive, id } of fresh) jumps.add(externalIdOf(drive, id));
  const isBlind = listing.isBlind || distant.length > 0;
  const folders = [...listing.folders, ...fresh];
  return { ...listing, folders, jumps: [...jumps], isBlind, isClosed: listing.isClosed || isClosed };
}

/**
 * Begins or goes on with a drive. One that is gone has no files left, and a library that is closed need not have lost them; but a drive
 * that was asked for by itself and is refused, or one that breaks off half way, must not pass for an empty one.
 */
async function openFeed(api: GraphApi, { link, isExploring }: WholeListing, drive: string) {
  try {
    return await api.delta(drive, link);
  } catch (error) {
    if (link !== undefined || !isOutOfReach(error)) throw error;
    if (!isClosedToAccount(error)) return undefined;
    if (isExploring) return 'closed';
    throw error;
  }
}

async function readDrive(api: GraphApi, listing: WholeListing, drive: string): Promise<Progress> {
  const page = await openFeed(api, listing, drive);
  const drives = listing.drives.slice(1);
  if (page === undefined || page === 'closed')
    return { listing: { ...listing, drives, isClosed: listing.isClosed || page === 'closed' } };
  const found = await sortItems(api, drive, page.value);
  const next = page['@odata.nextLink'];
  const feed = page['@odata.deltaLink'];
  const jumped = jump(listing, found);
  if (next !== undefined) return { found, listing: { ...jumped, link: next } };
  const feeds = feed === undefined ? undefined : { [drive]: feed };
  return { found, feeds, listing: { ...jumped, drives, link: undefined } };
}

/** Takes the next drive that an earlier sync knew: it is read whether a search finds its site or not. */
async function takeKnown(reading: Reading, listing: WholeListing): Promise<Progress> {
  const next = await reading.feeds.after(listing.known || undefined);
  // Behind all drives there are sites.
  if (!next || !isDrive(next.drive)) return proceed(reading, { ...listing, known: null });
  return { listing: { ...listing, known: next.drive, drives: [next.drive], isExploring: true } };
}

/** Looks for drives in one more place; those that were known are read already. */
async function readPlace({ api, feeds, extent }: Reading, listing: WholeListing): Promise<Progress> {
  const [asked] = listing.places.sites;
  const { places, drives, isClosed } = await discover(api, listing.places);
  const fresh: string[] = [];
  for (const drive of new Set(drives))
    if (!extent.isSearched || (await feeds.find(drive)) === undefined) fresh.push(drive);
  const seen = asked === undefined || !extent.isSearched ? undefined : { [siteKey(asked)]: 'known' };
  const known = { places, drives: fresh, isExploring: true, isClosed: listing.isClosed || isClosed };
  return { listing: { ...listing, ...known }, feeds: seen };
}

/** Begins to watch a drive before anything of it is read, so that no change falls in between. */
async function watch(api: GraphApi, listing: WholeListing, drive: string) {
  if (listing.watched.includes(drive) || listing.isBlind) return { listing, feeds: {} };
  const link = (await ifWithinReach(api.latest(drive)))?.['@odata.deltaLink'];
  if (link === undefined) return { listing: { ...listing, isBlind: true }, feeds: {} };
  const watched = [...listing.watched, drive];
  return { listing: { ...listing, watched }, feeds: { [drive]: writeFeed(link, true) } };
}

/** What is selected; undefined when it is gone, `closed` when the account may not see it at the moment. */
async function readRoot(api: GraphApi, drive: string, id: string) {
  try {
    return await api.item(drive, id);
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    return isClosedToAccount(error) ? 'closed' : undefined;
  }
}

async function readRoots(api: GraphApi, begun: WholeListing): Promise<Progress> {
  let listing: WholeListing = { ...begun, roots: begun.roots.slice(rootsPerPage) };
  const feeds: Record<string, string> = {};
  const found: Pick<Sorted, 'items' | 'skipped' | 'deleted'> = { items: [], skipped: [], deleted: [] };
  for (const root of begun.roots.slice(0, rootsPerPage)) {
    const { drive, id = '' } = readExternalId(root);
    const watching = await watch(api, listing, drive);
    listing = watching.listing;
    Object.assign(feeds, watching.feeds);
    const item = await readRoot(api, drive, id);
    if (item === 'closed') listing = { ...listing, isClosed: true };
    // What is gone is no error: the listing's end shows what it did not name.
    if (item === undefined || item === 'closed') continue;
    const sorted = await sortItems(api, drive, [item]);
    found.items.push(...sorted.items);
    found.skipped.push(...sorted.skipped);
    listing = jump(listing, sorted);
    const folders = item.root == null ? sorted.folders : [{ drive, id }];
    listing = { ...listing, folders: [...listing.folders, ...folders] };
  }
  return { listing, feeds, found };
}

async function readBelow(api: GraphApi, listing: WholeListing): Promise<Progress> {
  const page = await readFolder(api, listing);
  // It was there a moment ago: whether it is gone or closed, each of its items is asked for.
  if (!page)
    return {
      listing: { ...listing, folders: listing.folders.slice(0, -1), folderLink: undefined, isClosed: true },
    };
  const { found, next } = page;
  const jumped = jump({ ...listing, folders: [] }, found);
  return {
    found,
    listing: { ...jumped, folders: [...jumped.folders, ...next.folders], folderLink: next.folderLink },
  };
}

/** A site that is gone has no pages; one that is closed may have them all the same. */
async function readPages(api: GraphApi, listing: WholeListing, collection: Collection): Promise<Progress> {
  const [, ...rest] = listing.collections;
  try {
    const { items, skipped, link } = await readCollection(api, collection);
    const collections = link === undefined ? rest : [{ ...collection, link }, ...rest];
    return { listing: { ...listing, collections }, found: { items, skipped, deleted: [] } };
  } catch (error) {
    if (!isOutOfReach(error)) throw error;
    const isClosed = listing.isClosed || isClosedToAccount(error) || collection.link !== undefined;
    return { listing: { ...listing, collections: rest, isClosed } };
  }
}

function proceed(reading: Reading, listing: WholeListing): Promise<Progress> {
  const { api } = reading;
  const [drive] = listing.drives;
  if (drive !== undefined) return readDrive(api, listing, drive);
  if (listing.known !== null) return takeKnown(reading, listing);
  if (!isExplored(listing.places)) return readPlace(reading, listing);
  if (listing.folders.length > 0) return readBelow(api, listing);
  if (listing.roots.length > 0) return readRoots(api, listing);
  const [collection] = listing.collections;
  if (collection) return readPages(api, listing, collection);
  return Promise.resolve({ listing });
}

/** Reads a page of a drive, looks for more drives, looks at selected items, or reads a page of a folder. */
export async function stepWhole(reading: Reading, begun: WholeListing): Promise<Step> {
  const { extent } = reading;
  const { listing, found, feeds } = await proceed(reading, begun);
  const { drives, folders, roots, collections } = listing;
  const left = drives.length + folders.length + roots.length + collections.length;
  const { items, skipped, deleted } = found ?? nothing;
  const page = { ...nothing, items, skipped, deleted, ...(feeds && { feeds }) };
  if (left > 0 || listing.known !== null || !isExplored(listing.places)) return { ...page, next: listing };
  return {
    ...page,
    // The next sync begins nowhere when something lies where no feed can be seen.
    sync: listing.isBlind ? undefined : changesFrom(extent.places),
    proof: extent.isSearched || listing.isClosed ? 'NONE' : 'STATED',
  };
}
