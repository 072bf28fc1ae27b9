import { isDrive } from '../folder-places.ts';
import type { Feed } from '../provider.ts';
import { closedPart, reach } from '../refusal.ts';
import {
  type ChangesListing,
  type Folder,
  isExplored,
  readFeed,
  rotationKey,
  siteKey,
  siteOf,
  writeFeed,
} from './cursor.ts';
import { discover } from './discover.ts';
import { beginWhole, readFolder } from './list-whole.ts';
import type { DriveItem } from './replies.ts';
import { isOneDrive, nothing, type Reading, type Sorted, type Step, sortItems } from './to-item.ts';

/** Known sites that each sync looks at again for libraries that are new: asking all of them would double its requests. */
const sitesPerSync = 6;

const listAgain = async (reading: Reading): Promise<Step> => ({
  ...nothing,
  next: await beginWhole(reading.extent),
  isRestart: true,
});

/** A folder's end is no proof of what became of its children, and a shortcut's change says nothing of its target. */
const mayConcernOthers = (item: DriveItem) => (item.deleted != null && !item.file) || item.remoteItem;

/**
 * Folders that the feed named for themselves, rather than as ancestors. The descendants of a restored or moved folder need not be
 * named (https://github.com/microsoftgraph/microsoft-graph-docs-contrib/issues/7188).
 */
function unopened({ folders }: Pick<Sorted, 'folders'>, named: readonly DriveItem[]): Folder[] {
  const above = named.map(({ parentReference }) => parentReference.id);
  // A deleted item does not always say where it was: every folder may be one above it.
  const isUnknown = named.some(
    ({ deleted, parentReference }) => deleted != null && parentReference.id === undefined,
  );
  return isUnknown ? [] : folders.filter(({ id }) => !above.includes(id));
}

type Page = Partial<Pick<Step, 'items' | 'skipped' | 'deleted' | 'feeds'>>;
const goOn = (next: ChangesListing, page?: Page): Step => ({ ...nothing, ...page, next });

async function readDrive(reading: Reading, listing: ChangesListing, { drive, cursor }: Feed): Promise<Step> {
  const { api } = reading;
  const { link: begun, isWatched } = readFeed(cursor);
  const asked = api.delta(drive, listing.feed?.link ?? begun);
  const { answer: page, refused } = await reach(asked);
  // A closed account says so itself, in each listing.
  if (refused?.isClosed && isOneDrive(reading.extent)) await asked;
  // The drive is gone, or no longer shared; or Graph has lost the place in its feed: https://github.com/OneDrive/onedrive-api-docs/issues/1476
  if (!page) return listAgain(reading);
  if (isWatched ? page.value.length > 0 : page.value.some(mayConcernOthers)) return listAgain(reading);
  const sorted = await sortItems(api, drive, page.value);
  const { items, skipped, deleted } = sorted;
  const folders = unopened(sorted, page.value);
  const link = page['@odata.nextLink'] ?? null;
  const feed = page['@odata.deltaLink'];
  const feeds = feed !== undefined && { feeds: { [drive]: writeFeed(feed, isWatched) } };
  return goOn({ ...listing, folders, feed: { drive, link } }, { items, skipped, deleted, ...feeds });
}

/** Reads a page of a folder that a feed has named by itself; one that is gone meanwhile is named again. */
async function readBelow(reading: Reading, listing: ChangesListing, folders: Folder[]): Promise<Step> {
  const { page } = await readFolder(reading.api, { folders, folderLink: listing.folderLink });
  if (!page) return goOn({ ...listing, folders: folders.slice(0, -1), folderLink: undefined });
  if (page.entries.some(mayConcernOthers)) return listAgain(reading);
  const { items, skipped } = page.found;
  return goOn({ ...listing, ...page.next }, { items, skipped });
}

/** The feed after the last one; sites are kept among them, behind all drives. */
async function nextFeed({ feeds }: Reading, { feed }: ChangesListing): Promise<Feed | undefined> {
  if (feed && feed.link !== null) {
    const cursor = await feeds.find(feed.drive);
    return cursor === undefined ? undefined : { drive: feed.drive, cursor };
  }
  const next = await feeds.after(feed?.drive);
  return next && isDrive(next.drive) ? next : undefined;
}

/** Looks for drives in one more place. Libraries of a site that is known are asked for now and then. */
async function readPlace(reading: Reading, listing: ChangesListing): Promise<Step> {
  const { api, feeds, extent } = reading;
  const { places, drives, skipped } = await discover(api, listing.places, extent);
  const [asked] = listing.places.sites;
  const sites: string[] = [];
  for (const site of places.sites) {
    const isWanted = listing.isRotated || site === asked;
    if (isWanted || (await feeds.find(siteKey(site))) === undefined) sites.push(site);
  }
  const fresh = [...listing.fresh];
  for (const drive of drives) if ((await feeds.find(drive)) === undefined) fresh.push(drive);
  const seen = asked !== undefined && { feeds: { [siteKey(asked)]: 'known' } };
  return goOn({ ...listing, places: { ...places, sites }, fresh: [...new Set(fresh)] }, { skipped, ...seen });
}

/** Takes some of the known sites, those that were looked at the longest ago. */
async function rotate({ feeds }: Reading, listing: ChangesListing): Promise<Step> {
  const last = await feeds.find(rotationKey);
  const sites: string[] = [];
  const take = async (from: string) => {
    for (let next = await feeds.after(from); next; next = await feeds.after(next.drive)) {
      const site = siteOf(next.drive);
      if (site === undefined || sites.includes(site) || sites.length === sitesPerSync) return;
      sites.push(site);
    }
  };
  await take(siteKey(last ?? ''));
  if (sites.length < sitesPerSync) await take(siteKey(''));
  const newest = sites.at(-1);
  const places = { ...listing.places, sites };
  return goOn(
    { ...listing, places, isRotated: true },
    { ...(newest !== undefined && { feeds: { [rotationKey]: newest } }) },
  );
}

/** Reads a page of a drive that is new: its feed names everything when it begins. */
async function readFresh({ api }: Reading, listing: ChangesListing, drive: string): Promise<Step> {
  const { answer: page, refused } = await reach(api.delta(drive, listing.link));
  const { link: _, ...rest } = { ...listing, fresh: listing.fresh.slice(1) };
  if (!page) return goOn(rest, refused.isClosed ? { skipped: [closedPart({ id: drive }, refused)] } : {});
  const { items, skipped } = await sortItems(api, drive, page.value);
  const link = page['@odata.nextLink'];
  const feed = page['@odata.deltaLink'];
  const feeds = feed !== undefined && { feeds: { [drive]: feed } };
  return goOn(link === undefined ? rest : { ...listing, link }, { items, skipped, ...feeds });
}

/** The next page: of a drive's feed, of places where drives may be found, or of a drive that is new. */
async function proceed(reading: Reading, listing: ChangesListing): Promise<Step | undefined> {
  if (listing.folders?.length) return readBelow(reading, listing, listing.folders);
  if (!listing.areFeedsRead) {
    const feed = await nextFeed(reading, listing);
    if (feed) return readDrive(reading, listing, feed);
  }
  const begun = { ...listing, areFeedsRead: true };
  if (!isExplored(begun.places)) return readPlace(reading, begun);
  if (!begun.isRotated) return rotate(reading, begun);
  const [drive] = begun.fresh;
  return drive === undefined ? undefined : readFresh(reading, begun, drive);
}

/** Tests whether a page of the listing is left that asks for nothing: then it is at its end. */
async function isOver(reading: Reading, listing: ChangesListing): Promise<boolean> {
  const hasFeed = !listing.areFeedsRead && (await nextFeed(reading, listing)) !== undefined;
  const isRead = !hasFeed && !listing.folders?.length;
  return isRead && isExplored(listing.places) && listing.isRotated && listing.fresh.length === 0;
}

/** Reads a page of changes, or looks for new drives. */
export async function stepChanges(
  reading: Reading,
  listing: ChangesListing,
  sync: Step['sync'],
): Promise<Step> {
  const step = (await proceed(reading, listing)) ?? { ...nothing, sync };
  const { next } = step;
  if (next?.listing !== 'changes' || !(await isOver(reading, next))) return step;
  return { ...step, next: undefined, sync };
}
