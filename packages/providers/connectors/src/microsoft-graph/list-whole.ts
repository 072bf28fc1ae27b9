import { isDrive, jumpKey } from '../folder-places.ts';
import type { SkippedItem } from '../provider.ts';
import { closedPart, type Refused, reach, refusedPart } from '../refusal.ts';
import { type Collection, type Folder, isExplored, siteKey, type WholeListing, writeFeed } from './cursor.ts';
import { discover } from './discover.ts';
import type { GraphApi } from './graph-api.ts';
import type { DriveItem } from './replies.ts';
import { readCollection } from './site-contents.ts';
import {
  changesFrom,
  type Extent,
  externalIdOf,
  isOneDrive,
  normalDrive,
  nothing,
  type Reading,
  readExternalId,
  type Sorted,
  type Step,
  sortItems,
} from './to-item.ts';

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
  drives: (await drives()).map(normalDrive),
  isExploring: false,
  roots: [...roots],
  collections: [...collections],
  folders: [],
  jumps: [],
  watched: [],
  isBlind: collections.length > 0,
  isUnproven: false,
});

interface Progress {
  readonly listing: WholeListing;
  readonly feeds?: Readonly<Record<string, string>> | undefined;
  readonly found?: Pick<Sorted, 'items' | 'skipped' | 'deleted'>;
}

const only = (skipped: SkippedItem | undefined) => ({
  items: [],
  deleted: [],
  skipped: skipped ? [skipped] : [],
});

/** Adds the folders behind shortcuts that have not been entered before; their drives' feeds are out of reach. */
function jump(listing: WholeListing, { distant, isClosed }: Pick<Sorted, 'distant' | 'isClosed'>) {
  const named = new Map(distant.map((folder) => [externalIdOf(folder.drive, folder.id), folder]));
  for (const folder of listing.jumps) named.delete(folder);
  const entered = [...named.keys()];
  const next: WholeListing = {
    ...listing,
    folders: [...listing.folders, ...named.values()],
    jumps: [...listing.jumps, ...entered],
    isBlind: listing.isBlind || distant.length > 0,
    isUnproven: listing.isUnproven || isClosed,
  };
  return { listing: next, feeds: Object.fromEntries(entered.map((folder) => [jumpKey(folder), 'entered'])) };
}

/** Leaves out a drive that is inaccessible, or gone according to a complete answer: its items are looked up one by one. */
function leaveDrive({ extent }: Reading, begun: WholeListing, drive: string, refused: Refused): Progress {
  const { isClosed } = refused;
  const { isExploring } = begun;
  const listing = {
    ...begun,
    drives: begun.drives.slice(1),
    link: undefined,
    isUnproven: true,
    // No feed of it is kept; where drives are looked for, the next sync finds it again.
    isBlind: begun.isBlind || !isExploring,
  };
  const isWorthSaying = isClosed || extent.isSelection;
  return { listing, found: only(isWorthSaying ? refusedPart({ id: drive }, refused) : undefined) };
}

/** Begins or goes on with a drive. The only one of a connection must not pass for an empty one when it is refused. */
async function readDrive(reading: Reading, listing: WholeListing, drive: string): Promise<Progress> {
  const { api, extent } = reading;
  const asked = api.delta(drive, listing.link);
  const { answer: page, refused } = isOneDrive(extent) ? { answer: await asked } : await reach(asked);
  if (!page) return leaveDrive(reading, listing, drive, refused);
  const found = await sortItems(api, drive, page.value);
  const next = page['@odata.nextLink'];
  const feed = page['@odata.deltaLink'];
  const jumped = jump(listing, found);
  if (next !== undefined) return { found, feeds: jumped.feeds, listing: { ...jumped.listing, link: next } };
  const feeds = { ...jumped.feeds, ...(feed !== undefined && { [drive]: feed }) };
  return { found, feeds, listing: { ...jumped.listing, drives: listing.drives.slice(1), link: undefined } };
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
  const { places, drives, isClosed, skipped } = await discover(api, listing.places, extent);
  const fresh: string[] = [];
  for (const drive of new Set(drives))
    if (!extent.isSearched || (await feeds.find(drive)) === undefined) fresh.push(drive);
  const seen = asked === undefined || !extent.isSearched ? undefined : { [siteKey(asked)]: 'known' };
  const isUnproven = listing.isUnproven || isClosed;
  return {
    listing: { ...listing, places, drives: fresh, isExploring: true, isUnproven },
    feeds: seen,
    found: { items: [], deleted: [], skipped: [...skipped] },
  };
}

/** Begins to watch a drive before anything of it is read, so that no change falls in between. */
async function watch(api: GraphApi, listing: WholeListing, drive: string) {
  if (listing.watched.includes(drive) || listing.isBlind) return { listing, feeds: {} };
  const link = (await reach(api.latest(drive))).answer?.['@odata.deltaLink'];
  if (link === undefined) return { listing: { ...listing, isBlind: true }, feeds: {} };
  const watched = [...listing.watched, drive];
  return { listing: { ...listing, watched }, feeds: { [drive]: writeFeed(link, true) } };
}

async function readRoot(api: GraphApi, begun: WholeListing, root: string): Promise<Progress> {
  const { drive, id = '' } = readExternalId(root);
  const { listing, feeds } = await watch(api, begun, drive);
  const { answer: item, refused } = await reach(api.item(drive, id));
  if (refused) {
    const isUnproven = listing.isUnproven || refused.isClosed;
    // Items of a folder that becomes readable again are in no feed.
    const isBlind = listing.isBlind || refused.isClosed;
    return {
      listing: { ...listing, isUnproven, isBlind },
      feeds,
      found: only(refusedPart({ id: root }, refused)),
    };
  }
  const found = await sortItems(api, drive, [item]);
  const jumped = jump(listing, found);
  const folders = item.root == null ? found.folders : [{ drive, id }];
  return {
    found,
    feeds: { ...feeds, ...jumped.feeds },
    listing: { ...jumped.listing, folders: [...jumped.listing.folders, ...folders] },
  };
}

async function readRoots(api: GraphApi, begun: WholeListing): Promise<Progress> {
  let listing: WholeListing = { ...begun, roots: begun.roots.slice(rootsPerPage) };
  const feeds: Record<string, string> = {};
  const all: Pick<Sorted, 'items' | 'skipped' | 'deleted'> = { items: [], skipped: [], deleted: [] };
  for (const root of begun.roots.slice(0, rootsPerPage)) {
    const step = await readRoot(api, listing, root);
    listing = step.listing;
    Object.assign(feeds, step.feeds);
    all.items.push(...(step.found?.items ?? []));
    all.skipped.push(...(step.found?.skipped ?? []));
  }
  return { listing, feeds, found: all };
}

async function readBelow(api: GraphApi, begun: WholeListing): Promise<Progress> {
  const { folder, page, refused } = await readFolder(api, begun);
  // «Paging through the children collection … is not guaranteed to return every single item if any writes take place during the paging.»
  const listing = { ...begun, isUnproven: true };
  if (refused) {
    const left = { ...listing, folders: begun.folders.slice(0, -1), folderLink: undefined };
    const id = externalIdOf(folder.drive, folder.id);
    // It was there a moment ago: what is gone since then was gone before it could be read.
    if (!refused.isClosed) return { listing: left };
    return {
      listing: { ...left, isBlind: true },
      found: only(closedPart({ id, name: folder.name }, refused)),
    };
  }
  const { found, next } = page;
  const jumped = jump({ ...listing, folders: [] }, found);
  const folders = [...jumped.listing.folders, ...next.folders];
  return { found, feeds: jumped.feeds, listing: { ...jumped.listing, folders, folderLink: next.folderLink } };
}

async function readPages(api: GraphApi, listing: WholeListing, collection: Collection): Promise<Progress> {
  const [, ...rest] = listing.collections;
  const { answer, refused } = await reach(readCollection(api, collection));
  if (refused) {
    const isUnproven = listing.isUnproven || refused.isClosed || collection.link !== undefined;
    const id = `${collection.kind}:${collection.site}`;
    return {
      listing: { ...listing, collections: rest, isUnproven },
      found: only(refusedPart({ id }, refused)),
    };
  }
  const { items, skipped, link } = answer;
  const collections = link === undefined ? rest : [{ ...collection, link }, ...rest];
  return { listing: { ...listing, collections }, found: { items, skipped, deleted: [] } };
}

function proceed(reading: Reading, listing: WholeListing): Promise<Progress> {
  const { api } = reading;
  const [drive] = listing.drives;
  if (drive !== undefined) return readDrive(reading, listing, drive);
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
    proof: extent.isSearched || listing.isUnproven ? 'NONE' : 'STATED',
  };
}
