import type { ChangesWalk } from './cursor.ts';
import { discover, ifWithinReach, isExplored } from './discover.ts';
import type { GraphApi } from './graph-api.ts';
import type { DriveItem } from './replies.ts';
import { sortItems } from './sort-items.ts';
import { nothing, type Step } from './step.ts';
import { beginWhole, type Extent } from './walk-whole.ts';

const walkAgain = async (extent: Extent): Promise<Step> => ({
  ...nothing,
  next: await beginWhole(extent),
  sync: undefined,
  isComplete: false,
});

/** A folder's end is no proof of what became of its children, and a shortcut's change says nothing of its target. */
const mayConcernOthers = (item: DriveItem) => (item.deleted != null && !item.file) || item.remoteItem;

async function readFeed(api: GraphApi, walk: ChangesWalk, drive: string, extent: Extent): Promise<Step> {
  const page = await ifWithinReach(api.delta(drive, walk.link ?? walk.feeds[drive]));
  // The drive is gone, or no longer shared.
  if (!page) return walkAgain(extent);
  const isWatched = walk.watched.includes(drive);
  if (isWatched ? page.value.length > 0 : page.value.some(mayConcernOthers)) return walkAgain(extent);

  const { items, skipped, deleted } = await sortItems(api, drive, page.value);
  const link = page['@odata.nextLink'];
  const feed = page['@odata.deltaLink'];
  const drives = link === undefined ? walk.drives.slice(1) : walk.drives;
  const feeds = feed === undefined ? walk.feeds : { ...walk.feeds, [drive]: feed };
  return conclude({ ...walk, drives, link, feeds }, extent, { items, skipped, deleted });
}

/** A library that is new is read with all the others: its feed alone would leave the rest unnamed. */
async function readPlace(api: GraphApi, walk: ChangesWalk, extent: Extent): Promise<Step> {
  const { places, drives } = await discover(api, walk.places);
  if (drives.some((drive) => walk.feeds[drive] === undefined)) return walkAgain(extent);
  return conclude({ ...walk, places }, extent, nothing);
}

function conclude(
  walk: ChangesWalk,
  { places }: Extent,
  page: Pick<Step, 'items' | 'skipped' | 'deleted'>,
): Step {
  const isOver = walk.drives.length === 0 && isExplored(walk.places);
  if (!isOver) return { ...page, next: walk, sync: undefined, isComplete: false };
  const sync = { ...walk, drives: Object.keys(walk.feeds), places };
  return { ...page, next: undefined, sync, isComplete: false };
}

/** Reads a page of one drive's change feed, or looks for drives that are new. */
export async function stepChanges(api: GraphApi, walk: ChangesWalk, extent: Extent): Promise<Step> {
  const [drive] = walk.drives;
  if (drive !== undefined) return readFeed(api, walk, drive, extent);
  if (!isExplored(walk.places)) return readPlace(api, walk, extent);
  return conclude(walk, extent, nothing);
}
