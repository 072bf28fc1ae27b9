import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { readCursor, writeCursor } from '../../cursor.ts';
import type { ConnectorItem, ListPage, SkippedItem } from '../../provider.ts';
import { missingPart, readPart } from '../../read-part.ts';
import type { BoxApi, BoxEvents, BoxItem } from './api.ts';
import { isSelected, isTrashed, rootFolder, sortItems } from './items.ts';

const node = z.strictObject({
  /** A selected id that does not say which may be either. */
  kind: z.enum(['selected', 'folder', 'file']),
  id: z.string(),
  marker: z.string().nullable(),
});
type Node = z.output<typeof node>;

const listingState = z.strictObject({
  isFull: z.boolean(),
  /** Position in the event stream before the listing: events that happen meanwhile are not lost. */
  position: z.string(),
  /** Folders yet to be listed, depth first: at most a page of siblings for each level. */
  stack: z.array(node),
  /** Whether a part was refused, so that items may exist that were not listed. */
  isCut: z.boolean().default(false),
});
type ListingState = z.output<typeof listingState>;

const everything = [rootFolder];
const folderNode = (id: string): Node => ({ kind: 'folder', id, marker: null });

interface Visit {
  readonly entries: readonly BoxItem[];
  readonly next: readonly Node[];
}

async function visitFolder(api: BoxApi, here: Node): Promise<Visit> {
  const { entries, next_marker } = await api.children(here.id, here.marker);
  const below = entries.filter(({ type }) => type === 'folder').map(({ id }) => folderNode(id));
  const more = next_marker ? [{ ...here, marker: next_marker }] : [];
  return { entries, next: [...below, ...more] };
}

const orMissing = async <Value>(asked: Promise<Value>): Promise<Value | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === 'ITEM_NOT_FOUND') return undefined;
    throw error;
  }
};

/** A folder's page, or the selected file; undefined when Box has none for this user: it is absent from the listing. */
async function visit(api: BoxApi, here: Node): Promise<Visit | undefined> {
  const listed = here.kind === 'file' ? undefined : await orMissing(visitFolder(api, here));
  if (listed || here.kind === 'folder') return listed;
  const file = await orMissing(api.file(here.id));
  return file && { entries: [file], next: [] };
}

/** Files and folders are counted by themselves, so that the same number may be either: `file:1` and `folder:1` say which. */
function nodeOf(selected: string): Node {
  const [, kind = 'selected', id = selected] = /^(file|folder):(.*)/.exec(selected) ?? [];
  return { kind: node.shape.kind.parse(kind), id, marker: null };
}

interface NodeRead {
  readonly visited?: Visit | undefined;
  /** Reason why the node was not read; undefined when it was. */
  readonly unread?: SkippedItem | undefined;
}

/** A part that Box refuses, and one that was selected and is nowhere, is named; of the whole account there is no part. */
async function readNode(api: BoxApi, here: Node, selection: readonly string[]): Promise<NodeRead> {
  if (here.id === rootFolder) return { visited: await visit(api, here) };
  const id = here.kind === 'selected' ? here.id : `${here.kind}:${here.id}`;
  const { read, refused } = await readPart({ id }, visit(api, here));
  if (refused) return { unread: refused };
  return { visited: read, unread: read || !selection.includes(id) ? undefined : missingPart({ id }) };
}

/** Returns the outcome for a folder or file that an event was about, once it was requested: entries to ingest, or its id to delete. */
function outcomeOf(here: Node, visited: Visit | undefined, selection: readonly string[]) {
  if (here.kind !== 'file') {
    // No event says what was in a folder that is gone.
    if (!visited) throw new AppError('CURSOR_EXPIRED', 'A folder is gone, or no longer shared');
    return { entries: visited.entries, deleted: [] };
  }
  const kept = visited?.entries.filter((entry) => isSelected(entry, selection)) ?? [];
  return { entries: kept, deleted: kept.length === 0 ? [here.id] : [] };
}

async function listOn(api: BoxApi, state: ListingState, selection: readonly string[]): Promise<ListPage> {
  const [here, ...rest] = state.stack;
  const { visited, unread }: NodeRead = here ? await readNode(api, here, selection) : {};
  const isRefused = unread !== undefined && !unread.isMissing;
  const isLookedAt = here && !state.isFull && !isRefused;
  const { entries = [], deleted } = isLookedAt
    ? outcomeOf(here, visited, selection)
    : { ...visited, deleted: [] };
  const stack = [...(visited?.next ?? []), ...rest];
  const isCut = state.isCut || (here !== undefined && visited === undefined);
  // After a listing between events there may be more of these.
  const isOver = stack.length === 0 && state.isFull;
  const next = writeCursor({ ...state, stack, isCut });
  const { items, skipped } = sortItems(entries);
  return {
    items,
    skipped: unread && (state.isFull || isRefused) ? [unread] : skipped,
    deleted,
    nextCursor: isOver ? undefined : next,
    syncCursor: isOver ? next : undefined,
    proof: isOver ? (isCut ? 'NONE' : 'STATED') : undefined,
  };
}

interface Happened {
  /** Item as the last of its events describes it. */
  readonly item: BoxItem;
  readonly types: ReadonlySet<string>;
  /** Whether its events contradict each other: the last of them need not be the newest. */
  readonly isDisputed: boolean;
}

/** Groups events by item: Box may report an event more than once and out of order, with the state that the item had then. */
function happenedIn({ entries }: BoxEvents): Happened[] {
  const happened = new Map<string, Happened>();
  for (const { event_type, source } of entries) {
    if (source?.type !== 'file' && source?.type !== 'folder') continue;
    const key = `${source.type} ${source.id}`;
    const earlier = happened.get(key);
    const types = new Set([...(earlier?.types ?? []), event_type]);
    const isDisputed =
      earlier !== undefined && (earlier.isDisputed || !isDeepStrictEqual(earlier.item, source));
    happened.set(key, { item: source, types, isDisputed });
  }
  return [...happened.values()];
}

/** Events after which an item may be gone, or may not: the order of events proves nothing, and others' access is ended by the same event. */
const doubtful = ['ITEM_TRASH', 'ITEM_MOVE', 'COLLAB_REMOVE_COLLABORATOR'];

function changesOf(chunk: BoxEvents, selection: readonly string[]) {
  const happened = happenedIn(chunk);
  const isGone = ({ item }: Happened) => isTrashed(item) || !isSelected(item, selection);
  const folders = happened.filter(({ item }) => item.type === 'folder');
  // No event says what was in a folder that is gone, nor where a moved one was before.
  const hasLeft = (folder: Happened) =>
    folder.types.has('ITEM_TRASH') ||
    (folder.types.has('ITEM_MOVE') && (folder.isDisputed || isGone(folder)));
  if (folders.some(hasLeft))
    throw new AppError('CURSOR_EXPIRED', 'A folder was deleted, or moved out of the selection');
  const files = happened.filter(({ item }) => item.type === 'file');
  const isDoubtful = ({ types, isDisputed }: Happened) =>
    isDisputed || doubtful.some((type) => types.has(type));
  const certain = files.filter((file) => !isDoubtful(file));
  return {
    ...sortItems(certain.filter((file) => !isGone(file)).map(({ item }) => item)),
    deleted: certain.filter(isGone).map(({ item }) => item.id),
    next: [
      // Items of a folder that was added, restored or moved have no events of their own.
      ...folders.filter((folder) => !isGone(folder)).map(({ item }) => folderNode(item.id)),
      ...files.filter(isDoubtful).map(({ item }): Node => ({ kind: 'file', id: item.id, marker: null })),
    ],
  };
}

/** Positions are kept for some weeks, and refused as no valid ones after that. */
async function eventsSince(api: BoxApi, position: string): Promise<BoxEvents> {
  try {
    return await api.events(position);
  } catch (error) {
    if (error instanceof AppError && error.code === 'PROVIDER_REJECTED')
      throw new AppError('CURSOR_EXPIRED', 'Box no longer knows where the last sync ended', { cause: error });
    throw error;
  }
}

async function listChanges(
  api: BoxApi,
  state: ListingState,
  selection: readonly string[],
): Promise<ListPage> {
  const chunk = await eventsSince(api, state.position);
  const { next: stack, ...page } = changesOf(chunk, selection);
  const position = chunk.next_stream_position;
  const isOver = chunk.chunk_size === 0;
  if (!isOver && position === state.position)
    throw new AppError('LISTING_ENDLESS', 'Box repeats its events instead of coming to an end');
  const next = writeCursor({ isFull: false, position, stack });
  return {
    ...page,
    nextCursor: isOver ? undefined : next,
    syncCursor: isOver ? next : undefined,
  };
}

/** Returns one page of the folders below the selection, or of their changes since the last listing. */
export async function listBox(
  api: BoxApi,
  cursor: string | undefined,
  selection: readonly string[] = everything,
): Promise<ListPage> {
  if (cursor === undefined) {
    const { next_stream_position: position } = await api.events('now');
    const stack = selection.map(nodeOf);
    return listOn(api, { isFull: true, position, stack, isCut: false }, selection);
  }
  const state = readCursor(cursor, listingState);
  return state.stack.length > 0 ? listOn(api, state, selection) : listChanges(api, state, selection);
}

/** A file as it is; undefined when Box says that it is gone, and when it lies outside of the selection. */
export async function findFile(
  api: BoxApi,
  id: string,
  selection: readonly string[] = everything,
): Promise<ConnectorItem | undefined> {
  const file = await orMissing(api.file(id));
  return file && isSelected(file, selection) ? sortItems([file]).items[0] : undefined;
}
