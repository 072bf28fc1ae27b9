import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { readCursor, writeCursor } from '../../cursor.ts';
import type { ConnectorItem, ListPage, SkippedItem } from '../../provider.ts';
import { missingPart, readPart } from '../../read-part.ts';
import type { DropboxApi, Entry, FolderListing } from './api.ts';
import { sortEntries } from './entries.ts';

/** A folder, or a file of the selection, which has no change feed of its own. */
const root = z.strictObject({ path: z.string(), cursor: z.string().nullable() });
const listingState = z.strictObject({
  isFull: z.boolean(),
  pending: z.array(root),
  done: z.array(root),
  /** Whether a part was refused, so that items may exist that were not listed. */
  isCut: z.boolean().default(false),
});
type ListingState = z.output<typeof listingState>;

const everything = [''];

function begin(selection: readonly string[] | undefined): ListingState {
  const paths = selection ?? everything;
  return { isFull: true, pending: paths.map((path) => ({ path, cursor: null })), done: [], isCut: false };
}

function resume(cursor: string, selection: readonly string[] | undefined): ListingState {
  const state = readCursor(cursor, listingState);
  const known = [...state.pending, ...state.done].map(({ path }) => path).sort();
  if (known.join('\n') !== [...(selection ?? everything)].sort().join('\n'))
    throw new AppError('CURSOR_EXPIRED', 'The selection has changed since the last sync');
  return state;
}

/** Result of one step: a folder's page, or a single file; neither when the root no longer exists. */
interface Step {
  readonly listing?: FolderListing;
  readonly file?: FolderListing['entries'];
  /** Reason why Dropbox refused the root; absent when it did not. */
  readonly refused?: SkippedItem;
}

/** Pages that are read at once. */
const maxPagesAtOnce = 5;

/** A move is a deletion and a file, which may be the first entry of the next page: pages of deletions are read with those that follow. */
async function withMoves(api: DropboxApi, first: FolderListing): Promise<FolderListing> {
  const entries = [...first.entries];
  let here = first;
  const isUnfinished = () => here.has_more && here.entries.some((entry) => entry['.tag'] === 'deleted');
  for (let pages = 1; pages < maxPagesAtOnce && isUnfinished(); pages += 1) {
    here = await api.listMore(here.cursor);
    entries.push(...here.entries);
  }
  return { ...here, entries };
}

async function takeStep(api: DropboxApi, { path, cursor }: z.output<typeof root>): Promise<Step> {
  try {
    const listing = cursor === null ? await api.listFolder(path) : await api.listMore(cursor);
    return { listing: await withMoves(api, listing) };
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    // A selected folder has vanished under its change feed, which cannot say what was below.
    if (code === 'ITEM_NOT_FOUND' && cursor !== null)
      throw new AppError('CURSOR_EXPIRED', 'A selected folder is gone', { cause: error });
    if (code !== 'ITEM_UNSUPPORTED' || cursor !== null) throw error;
    return { file: [await api.metadata(path)] };
  }
}

/** A root that is refused is named, and the others are read; of the whole account there is no part. */
async function readRoot(api: DropboxApi, here: z.output<typeof root>): Promise<Step> {
  if (here.path === '') return takeStep(api, here);
  const { read, refused } = await readPart({ id: here.path }, takeStep(api, here));
  return refused ? { refused } : (read ?? {});
}

function advance(state: ListingState, { listing, file }: Step): ListingState {
  const { isFull, pending, done } = state;
  const isCut = state.isCut || (!listing && !file);
  const [first, ...rest] = pending as [z.output<typeof root>, ...z.output<typeof root>[]];
  const here = { ...first, cursor: listing?.cursor ?? null };
  if (listing?.has_more) return { isFull, isCut, done, pending: [here, ...rest] };
  return { isFull, isCut, pending: rest, done: [...done, here] };
}

/** Returns one page of the files below the selection's folders, one folder after the other. */
export async function listDropbox(
  api: DropboxApi,
  cursor: string | undefined,
  selection: readonly string[] | undefined,
): Promise<ListPage> {
  const state = cursor === undefined ? begin(selection) : resume(cursor, selection);
  const [first] = state.pending;
  if (!first)
    return {
      items: [],
      deleted: [],
      skipped: [],
      nextCursor: undefined,
      syncCursor: undefined,
      proof: 'STATED',
    };
  const step = await readRoot(api, first);
  const next = advance(state, step);
  const isOver = next.pending.length === 0;
  const entries = step.listing?.entries ?? step.file;
  const { skipped, ...sorted } = sortEntries(entries ?? [], { isFull: state.isFull });
  // A selected item is named by its id or by its path.
  const gone = !entries && !step.refused && !state.isFull ? [first.path] : [];
  const isId = (one: string) => one.startsWith('id:');
  const isNowhere = !entries && !step.refused && state.isFull;
  const unread = isNowhere ? missingPart({ id: first.path }) : step.refused;
  return {
    ...sorted,
    skipped: unread ? [...skipped, unread] : skipped,
    deleted: gone.filter(isId),
    deletedPaths: [...sorted.deletedPaths, ...gone.filter((one) => !isId(one))],
    nextCursor: isOver ? undefined : writeCursor(next),
    syncCursor: isOver
      ? writeCursor({ isFull: false, pending: next.done, done: [], isCut: false })
      : undefined,
    proof: isOver && state.isFull ? (next.isCut ? 'NONE' : 'STATED') : undefined,
  };
}

const isMissing = (error: unknown) => error instanceof AppError && error.code === 'ITEM_NOT_FOUND';

/** Returns the entry at an id or a path; undefined when there is none. */
async function findEntry(api: DropboxApi, target: string): Promise<Entry | undefined> {
  try {
    return await api.metadata(target);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The path of a selected file or folder, in lower case; undefined when it is gone. */
async function pathOf(api: DropboxApi, selected: string): Promise<string | undefined> {
  if (!selected.startsWith('id:')) return selected.toLowerCase();
  const entry = await findEntry(api, selected);
  return entry && 'path_lower' in entry ? (entry.path_lower ?? undefined) : undefined;
}

/** A file as it is; undefined when Dropbox says that it is gone, and when it lies outside of the selection. */
export async function findFile(
  api: DropboxApi,
  id: string,
  selection: readonly string[] = everything,
): Promise<ConnectorItem | undefined> {
  const entry = await findEntry(api, id);
  if (entry?.['.tag'] !== 'file') return undefined;
  const at = entry.path_lower ?? '';
  for (const selected of selection) {
    const path = await pathOf(api, selected);
    const isWithin = path !== undefined && (at === path || at.startsWith(`${path}/`));
    if (isWithin) return sortEntries([entry], { isFull: true }).items[0];
  }
  return undefined;
}
