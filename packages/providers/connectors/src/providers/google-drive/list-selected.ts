import { jumpKey } from '../../folder-places.ts';
import type { SkippedItem } from '../../provider.ts';
import { closedPart, missingPart, type Refused, reach, refusedPart } from '../../refusal.ts';
import {
  type EverythingListing,
  type Folder,
  nothing,
  proofOf,
  type SelectedListing,
  type Step,
} from './cursor.ts';
import type { DriveApi } from './drive-api.ts';
import { type ResolvedFiles, resolveFiles } from './find-file.ts';
import type { DriveFile } from './replies.ts';

/** Selected ids a page: each costs a request. */
const rootsPerPage = 20;
/** Folders whose children are asked for with one request; Google refuses longer queries. */
const foldersPerQuery = 25;

export async function beginSelected(api: DriveApi, selection: readonly string[]): Promise<SelectedListing> {
  const feed = await api.changes.start();
  return {
    listing: 'selected',
    feed,
    roots: [...selection],
    batch: [],
    pending: [],
    jumps: [],
    watched: [],
    shown: [],
    isWatching: true,
    isWhole: true,
    isUnproven: false,
  };
}

/** Goes on below the shortcuts of everything. */
export const belowShortcuts = ({
  feed,
  distant,
  isWhole,
  isUnproven,
}: EverythingListing): SelectedListing => ({
  listing: 'selected',
  feed,
  roots: [],
  batch: [],
  pending: distant,
  jumps: distant.map(({ id }) => id),
  watched: [],
  shown: [],
  isWatching: false,
  isWhole,
  isUnproven,
});

/** In a query's string, `'` and `\` are escaped. */
const quoted = (id: string) => `'${id.replaceAll(/['\\]/g, '\\$&')}'`;

export const toFolder = (file: DriveFile, parent: string): Folder => ({
  id: file.id,
  path: `${parent}/${file.name}`,
  drive: file.driveId,
  key: file.resourceKey,
});

/** The folders of a page that have not been entered by a shortcut before. */
function enter(
  listing: SelectedListing,
  found: ResolvedFiles['folders'],
  pathOf: (file: DriveFile) => string,
): SelectedListing {
  const jumps = new Set(listing.jumps);
  const pending = [...listing.pending];
  for (const { folder, byShortcut } of found) {
    if (byShortcut && jumps.has(folder.id)) continue;
    if (byShortcut) jumps.add(folder.id);
    pending.push(toFolder(folder, pathOf(folder)));
  }
  return { ...listing, pending, jumps: [...jumps] };
}

/** Takes folders of one drive off the end of those that wait, or one that has to be asked for by itself. */
function takeBatch(listing: SelectedListing): SelectedListing {
  const pending = [...listing.pending];
  const last = pending.pop();
  const batch = last ? [last] : [];
  const isAlike = (folder: Folder | undefined) => folder && folder.drive === last?.drive && !folder.isAlone;
  while (!last?.isAlone && batch.length < foldersPerQuery && isAlike(pending.at(-1)))
    batch.push(pending.pop() as Folder);
  return { ...listing, pending, batch, shown: [], page: undefined };
}

/** Opens the change logs of shared drives that files were found in, before anything below these is read. */
async function watch(
  api: DriveApi,
  { watched, isWatching }: SelectedListing,
  drives: readonly (string | undefined)[],
) {
  const fresh = [...new Set(drives)].filter(
    (drive): drive is string => isWatching && drive !== undefined && !watched.includes(drive),
  );
  const opened: Record<string, string> = {};
  for (const drive of fresh) {
    const { answer: start } = await reach(api.changes.start(drive));
    if (start !== undefined) opened[drive] = start;
  }
  return { watched: [...watched, ...fresh], feeds: opened };
}

interface Progress {
  readonly found: Pick<ResolvedFiles, 'items' | 'skipped' | 'drives'>;
  readonly listing: SelectedListing;
}

async function readRoots(api: DriveApi, listing: SelectedListing): Promise<Progress> {
  const files: DriveFile[] = [];
  const refusals: SkippedItem[] = [];
  let { isUnproven } = listing;
  for (const id of listing.roots.slice(0, rootsPerPage)) {
    const { answer: file, refused } = await reach(api.files.get(id));
    isUnproven ||= refused?.isClosed ?? false;
    if (file && !file.trashed) files.push(file);
    else refusals.push(refused ? refusedPart({ id }, refused) : missingPart({ id, name: file?.name }));
  }
  const found = await resolveFiles(api, files, () => '');
  const rest = {
    ...listing,
    isUnproven: isUnproven || found.isClosed,
    roots: listing.roots.slice(rootsPerPage),
  };
  return {
    found: { ...found, skipped: [...refusals, ...found.skipped] },
    listing: enter(rest, found.folders, () => ''),
  };
}

const nothingFound = { items: [], skipped: [], drives: [] };

/** A query that names a folder which is gone or closed is refused whole: its folders are asked for by themselves. */
function refuseBatch(listing: SelectedListing, { id, path }: Folder, refused: Refused): Progress {
  const rest = { ...listing, batch: [], shown: [], page: undefined };
  if (listing.batch.length > 1) {
    const pending = [...listing.pending, ...listing.batch.map((folder) => ({ ...folder, isAlone: true }))];
    return { found: nothingFound, listing: { ...rest, pending } };
  }
  // It was there a moment ago: what is gone since then was gone before it could be read.
  const skipped = refused.isClosed ? [closedPart({ id, name: path.split('/').at(-1) }, refused)] : [];
  return { found: { ...nothingFound, skipped }, listing: { ...rest, isUnproven: true } };
}

/**
 * Goes on after a page of a batch. Google leaves folders out of queries that name several, and does not say so
 * (https://github.com/rclone/rclone/issues/3114): those without a child in the answers are asked for by themselves.
 */
function afterPage(
  listing: SelectedListing,
  shown: readonly string[],
  page: string | undefined,
): SelectedListing {
  if (page) return { ...listing, shown: [...shown], page };
  const silent = listing.batch.length > 1 ? listing.batch.filter(({ id }) => !shown.includes(id)) : [];
  const pending = [...listing.pending, ...silent.map((folder) => ({ ...folder, isAlone: true }))];
  return { ...listing, pending, batch: [], shown: [], page: undefined };
}

async function readBatch(api: DriveApi, listing: SelectedListing): Promise<Progress> {
  const { batch } = listing;
  const [first] = batch;
  if (!first) return { found: nothingFound, listing };
  const parents = batch.map(({ id }) => `${quoted(id)} in parents`).join(' or ');
  const q = `(${parents}) and trashed=false`;
  const asked = api.files.list({ q, drive: first.drive, page: listing.page, keys: batch });
  const { answer, refused } = await reach(asked);
  if (refused) return refuseBatch(listing, first, refused);
  const { files, nextPageToken, incompleteSearch } = answer;
  const paths = new Map(batch.map(({ id, path }) => [id, path]));
  const pathOf = (file: DriveFile) => file.parents.map((id) => paths.get(id)).find((path) => path) ?? '';
  const found = await resolveFiles(api, files, pathOf);
  const flags = {
    isWhole: listing.isWhole && !incompleteSearch,
    isUnproven: listing.isUnproven || found.isClosed,
  };
  const next = enter({ ...listing, ...flags }, found.folders, pathOf);
  const seen = files.flatMap((file) => file.parents);
  return { found, listing: afterPage(next, [...new Set([...listing.shown, ...seen])], nextPageToken) };
}

/** Looks at some of the selected ids, or reads a page of the children of some folders. */
export async function stepSelected(api: DriveApi, begun: SelectedListing): Promise<Step> {
  const { found, listing: read } =
    begun.roots.length > 0
      ? await readRoots(api, begun)
      : await readBatch(api, begun.batch.length > 0 ? begun : takeBatch(begun));
  const { watched, feeds: opened } = await watch(api, begun, found.drives);
  // A log that was opened after its files were seen says nothing of what changed in between: they are looked at once more.
  if (watched.length > begun.watched.length)
    return { ...nothing, next: { ...begun, watched }, feeds: opened };
  const listing = { ...read, watched };
  const entered = read.jumps.slice(begun.jumps.length).map((folder) => [jumpKey(folder), 'entered']);
  const isOver = listing.batch.length + listing.roots.length + listing.pending.length === 0;
  return {
    ...nothing,
    items: found.items,
    skipped: found.skipped,
    next: isOver ? undefined : listing,
    feed: isOver ? listing.feed : undefined,
    feeds: { ...opened, ...Object.fromEntries(entered) },
    proof: isOver ? proofOf(listing) : undefined,
  };
}
