import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { readCursor, writeCursor } from '../../cursor.ts';
import type { ListPage } from '../../provider.ts';
import type { DropboxApi } from './api.ts';
import { sortEntries } from './entries.ts';
import type { FolderListing } from './replies.ts';

/** A folder, or a file of the selection, which has no change feed of its own. */
const root = z.strictObject({ path: z.string(), cursor: z.string().nullable() });
const listingState = z.strictObject({
  isFull: z.boolean(),
  pending: z.array(root).min(1),
  done: z.array(root),
});
type ListingState = z.output<typeof listingState>;

const everything = [''];

function begin(selection: readonly string[] | undefined): ListingState {
  const paths = selection ?? everything;
  return { isFull: true, pending: paths.map((path) => ({ path, cursor: null })), done: [] };
}

function resume(cursor: string, selection: readonly string[] | undefined): ListingState {
  const state = readCursor(cursor, listingState);
  const known = [...state.pending, ...state.done].map(({ path }) => path).sort();
  if (known.join('\n') !== [...(selection ?? everything)].sort().join('\n'))
    throw new AppError('CURSOR_EXPIRED', 'The selection has changed since the last sync');
  return state;
}

/** What a step came to: a folder's page, or a file by itself; neither when nothing is left of the root. */
interface Step {
  readonly listing?: FolderListing;
  readonly file?: FolderListing['entries'];
}

async function takeStep(api: DropboxApi, { path, cursor }: z.output<typeof root>): Promise<Step> {
  try {
    return { listing: cursor === null ? await api.listFolder(path) : await api.listMore(cursor) };
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    // A selected folder has vanished under its change feed, which cannot say what was below.
    if (code === 'ITEM_NOT_FOUND' && cursor !== null)
      throw new AppError('CURSOR_EXPIRED', 'A selected folder is gone', { cause: error });
    if (code === 'ITEM_NOT_FOUND') return {};
    if (code !== 'ITEM_UNSUPPORTED' || cursor !== null) throw error;
    return { file: [await api.metadata(path)] };
  }
}

function advance({ isFull, pending, done }: ListingState, { listing }: Step): ListingState {
  const [first, ...rest] = pending as [z.output<typeof root>, ...z.output<typeof root>[]];
  const here = { ...first, cursor: listing?.cursor ?? null };
  if (listing?.has_more) return { isFull, done, pending: [here, ...rest] };
  return { isFull, pending: rest, done: [...done, here] };
}

/** One page of what is below the selection's folders, one after the other. */
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
  const step = await takeStep(api, first);
  const next = advance(state, step);
  const isOver = next.pending.length === 0;
  const entries = step.listing?.entries ?? step.file;
  const sorted = sortEntries(entries ?? []);
  // What was selected is named by its id or by its path.
  const gone = !entries && !state.isFull ? [first.path] : [];
  const isId = (one: string) => one.startsWith('id:');
  return {
    ...sorted,
    deleted: gone.filter(isId),
    deletedPaths: [...sorted.deletedPaths, ...gone.filter((one) => !isId(one))],
    nextCursor: isOver ? undefined : writeCursor(next),
    syncCursor: isOver ? writeCursor({ isFull: false, pending: next.done, done: [] }) : undefined,
    proof: isOver && state.isFull ? 'STATED' : undefined,
  };
}
