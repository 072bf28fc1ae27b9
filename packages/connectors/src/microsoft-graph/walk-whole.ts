import { AppError } from '@docfleet/errors';
import type { Folder, Places, WalkState, WholeWalk } from './cursor.ts';
import { discover, ifWithinReach, isExplored } from './discover.ts';
import type { GraphApi } from './graph-api.ts';
import { type Sorted, sortItems } from './sort-items.ts';
import { nothing, type Step } from './step.ts';
import { readExternalId } from './to-item.ts';

/** Selected ids a page: each costs a request or two. */
const rootsPerPage = 20;

/** What a connection has to read. */
export interface Extent {
  /** Where its drives are to be found, by each sync anew. */
  readonly places: Places;
  /** Drives that it has in any case. */
  readonly drives: () => Promise<readonly string[]>;
  /** Files and folders, by their external ids. */
  readonly roots: readonly string[];
}

export const beginWhole = async ({ places, drives, roots }: Extent): Promise<WholeWalk> => ({
  walk: 'whole',
  places,
  drives: [...(await drives())],
  isExploring: false,
  roots: [...roots],
  folders: [],
  jumps: [],
  feeds: {},
  watched: [],
  isBlind: false,
});

interface Progress {
  readonly walk: WholeWalk;
  readonly found: Pick<Sorted, 'items' | 'skipped' | 'deleted'>;
}

const quietly = (walk: WholeWalk): Progress => ({ walk, found: { items: [], skipped: [], deleted: [] } });

/** Adds the folders behind shortcuts that have not been entered before; their drives' feeds are out of reach. */
function jump(walk: WholeWalk, distant: readonly Folder[]): WholeWalk {
  const jumps = new Set(walk.jumps);
  const fresh = distant.filter(({ drive, id }) => !jumps.has(`${drive}:${id}`));
  for (const { drive, id } of fresh) jumps.add(`${drive}:${id}`);
  const isBlind = walk.isBlind || distant.length > 0;
  return { ...walk, folders: [...walk.folders, ...fresh], jumps: [...jumps], isBlind };
}

/**
 * Begins or goes on with a drive. One that is gone has no files left, and a library that is closed has none to show; but a drive that
 * was asked for by itself and is refused, or one that breaks off half way, must not pass for an empty one.
 */
async function openFeed(api: GraphApi, { link, isExploring }: WholeWalk, drive: string) {
  try {
    return await api.delta(drive, link);
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    const isEmpty = code === 'ITEM_NOT_FOUND' || (code === 'ITEM_FORBIDDEN' && isExploring);
    if (isEmpty && link === undefined) return undefined;
    throw error;
  }
}

async function readDrive(api: GraphApi, walk: WholeWalk, drive: string): Promise<Progress> {
  const page = await openFeed(api, walk, drive);
  const rest = walk.drives.slice(1);
  if (!page) return quietly({ ...walk, drives: rest, link: undefined });
  const found = await sortItems(api, drive, page.value);
  const next = page['@odata.nextLink'];
  const feed = page['@odata.deltaLink'];
  const jumped = jump(walk, found.distant);
  if (next !== undefined) return { found, walk: { ...jumped, link: next } };
  const feeds = feed === undefined ? walk.feeds : { ...walk.feeds, [drive]: feed };
  return { found, walk: { ...jumped, drives: rest, link: undefined, feeds } };
}

async function readPlace(api: GraphApi, walk: WholeWalk): Promise<Progress> {
  const { places, drives } = await discover(api, walk.places);
  const fresh = drives.filter((drive) => walk.feeds[drive] === undefined);
  return quietly({ ...walk, places, drives: [...new Set(fresh)], isExploring: true });
}

/** Begins to watch a drive before anything of it is read, so that no change falls in between. */
async function watch(api: GraphApi, walk: WholeWalk, drive: string): Promise<WholeWalk> {
  if (walk.feeds[drive] !== undefined || walk.isBlind) return walk;
  const feed = (await ifWithinReach(api.latest(drive)))?.['@odata.deltaLink'];
  if (feed === undefined) return { ...walk, isBlind: true };
  return { ...walk, feeds: { ...walk.feeds, [drive]: feed }, watched: [...walk.watched, drive] };
}

async function readRoots(api: GraphApi, begun: WholeWalk): Promise<Progress> {
  let walk: WholeWalk = { ...begun, roots: begun.roots.slice(rootsPerPage) };
  const found: Progress['found'] = { items: [], skipped: [], deleted: [] };
  for (const root of begun.roots.slice(0, rootsPerPage)) {
    const { drive, id = '' } = readExternalId(root);
    walk = await watch(api, walk, drive);
    // What is gone is no error: the walk's end tells what it did not name.
    const item = await ifWithinReach(api.item(drive, id));
    if (!item) continue;
    const sorted = await sortItems(api, drive, [item]);
    found.items.push(...sorted.items);
    found.skipped.push(...sorted.skipped);
    walk = jump(walk, sorted.distant);
    const folders = item.root == null ? sorted.folders : [{ drive, id }];
    walk = { ...walk, folders: [...walk.folders, ...folders] };
  }
  return { walk, found };
}

async function readFolder(api: GraphApi, walk: WholeWalk, { drive, id }: Folder): Promise<Progress> {
  const page = await ifWithinReach(api.children(drive, id, walk.folderLink));
  const rest = walk.folders.slice(0, -1);
  if (!page) return quietly({ ...walk, folders: rest, folderLink: undefined });
  const found = await sortItems(api, drive, page.value);
  const next = page['@odata.nextLink'];
  // The folder that is being read stays the last until it is over.
  const folders = next === undefined ? [...rest, ...found.folders] : [...found.folders, ...walk.folders];
  const jumped = jump({ ...walk, folders: [] }, found.distant);
  return { found, walk: { ...jumped, folders: [...jumped.folders, ...folders], folderLink: next } };
}

function proceed(api: GraphApi, walk: WholeWalk): Promise<Progress> {
  const [drive] = walk.drives;
  if (drive !== undefined) return readDrive(api, walk, drive);
  if (!isExplored(walk.places)) return readPlace(api, walk);
  const folder = walk.folders.at(-1);
  if (folder) return readFolder(api, walk, folder);
  if (walk.roots.length > 0) return readRoots(api, walk);
  return Promise.resolve(quietly(walk));
}

/** Where the next sync begins; nowhere when something lies where no feed can be seen. */
function syncOf({ isBlind, feeds, watched }: WholeWalk, places: Places): WalkState | undefined {
  return isBlind ? undefined : { walk: 'changes', drives: Object.keys(feeds), feeds, watched, places };
}

/** Reads a page of a drive, looks for more drives, looks at selected items, or reads a page of a folder. */
export async function stepWhole(api: GraphApi, begun: WholeWalk, extent: Extent): Promise<Step> {
  const { walk, found } = await proceed(api, begun);
  const left = walk.drives.length + walk.folders.length + walk.roots.length;
  const page = { ...nothing, items: found.items, skipped: found.skipped, deleted: found.deleted };
  if (left > 0 || !isExplored(walk.places))
    return { ...page, next: walk, sync: undefined, isComplete: false };
  return { ...page, next: undefined, sync: syncOf(walk, extent.places), isComplete: true };
}
