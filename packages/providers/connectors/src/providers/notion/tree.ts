import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { readCursor, writeCursor } from '../../cursor.ts';
import type { ConnectorItem, ListPage, SkippedItem } from '../../provider.ts';
import { missingPart, readPart } from '../../read-part.ts';
import type { NotionApi } from './api.ts';
import { afterRows, firstRows, rowsPosition } from './properties.ts';
import { type Page, textOf } from './replies.ts';

const minuteMs = 60_000;

export const titleOf = ({ properties }: Page): string => {
  const title = Object.values(properties).find(({ type }) => type === 'title');
  return textOf(title?.['title']) || 'Untitled';
};

/**
 * Notion rounds times of edits down to the minute: while that minute, or the next one, is under way there may be another edit with the
 * same time. Such a version is marked, so that the sync after it takes the page once more.
 */
function versionOf({ last_edited_time: edited }: Page, now: number): string {
  return now - Date.parse(edited) < 2 * minuteMs ? `${edited} at ${new Date(now).toISOString()}` : edited;
}

export const itemOf = (page: Page, now: number): ConnectorItem => ({
  externalId: page.id,
  name: titleOf(page),
  path: null,
  url: page.url ?? null,
  mimeType: 'text/markdown',
  sizeBytes: null,
  modifiedAt: page.last_edited_time,
  versionKey: versionOf(page, now),
  kind: 'page',
});

const node = z.strictObject({
  /** Kind of the node; `selected` may be a page, a database or a data source. */
  kind: z.enum(['selected', 'page', 'block', 'database', 'source']),
  id: z.string(),
  cursor: z.string().nullable(),
  /** Position in the rows of a data source. */
  rows: rowsPosition,
});
type Node = z.output<typeof node>;
const listingState = z.strictObject({
  /** Depth first, so that it holds at most a page of siblings for each level. */
  stack: z.array(node),
  /** False once Notion has said that it did not show everything. */
  isWhole: z.boolean(),
  /** Whether a part was refused, so that items may exist that were not listed. */
  isCut: z.boolean().default(false),
});

interface Visit {
  readonly pages: readonly Page[];
  readonly next: readonly Node[];
  readonly isWhole?: boolean;
  /** Reason why the node's pages were not read; absent when they were. */
  readonly unread?: SkippedItem;
  readonly isCut?: boolean;
}

const fresh = (kind: Node['kind'], id: string): Node => ({ kind, id, cursor: null, rows: firstRows });

async function visitBlocks(api: NotionApi, here: Node): Promise<readonly Node[]> {
  const { results, next_cursor } = await api.children(here.id, here.cursor);
  const below = results.flatMap(({ id, type, has_children }): Node[] => {
    if (type === 'child_page') return [fresh('page', id)];
    if (type === 'child_database') return [fresh('database', id)];
    return has_children ? [fresh('block', id)] : [];
  });
  return next_cursor === null ? below : [...below, { ...here, cursor: next_cursor }];
}

const isMissing = (error: unknown) => error instanceof AppError && error.code === 'ITEM_NOT_FOUND';

/** A page; where there is none of the id, a database, and then a data source. */
async function visitSelected(api: NotionApi, here: Node): Promise<Visit> {
  for (const kind of ['page', 'database'] as const)
    try {
      return await visit(api, { ...here, kind });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  return visit(api, { ...here, kind: 'source' });
}

async function visit(api: NotionApi, here: Node): Promise<Visit> {
  if (here.kind === 'selected') return visitSelected(api, here);
  if (here.kind === 'page') {
    const page = await api.page(here.id);
    // Its blocks are a part of their own, so that the page stays where they are refused.
    return { pages: [page], next: page.in_trash ? [] : [fresh('block', here.id)] };
  }
  if (here.kind === 'block') return { pages: [], next: await visitBlocks(api, here) };
  if (here.kind === 'database') {
    const { data_sources } = await api.database(here.id);
    return { pages: [], next: data_sources.map(({ id }) => fresh('source', id)) };
  }
  const listing = await api.rows(here.id, here.rows);
  // A wiki has databases among its rows.
  const rows = listing.results.map(({ id, object }) => fresh(object === 'page' ? 'page' : 'source', id));
  const { next, isWhole } = afterRows(listing, here.rows);
  return { pages: [], next: [...rows, ...(next ? [{ ...here, rows: next }] : [])], isWhole };
}

/**
 * Visits a part. One that Notion refuses, or that was selected and does not exist, is reported; other parts that are no longer
 * shared count as absent.
 */
async function visitPart(api: NotionApi, here: Node): Promise<Visit> {
  const part = { id: here.id, name: here.kind === 'selected' ? here.id : `${here.kind} ${here.id}` };
  const { read, refused } = await readPart(part, visit(api, here));
  if (refused) return { pages: [], next: [], unread: refused, isCut: true };
  if (read) return read;
  return {
    pages: [],
    next: [],
    isCut: true,
    ...(here.kind === 'selected' && { unread: missingPart({ id: here.id }) }),
  };
}

/** Lists one step of the selected pages and everything below them; there is no change feed of a part of a workspace. */
export async function listSelection(
  api: NotionApi,
  from: string | undefined,
  selection: readonly string[],
  now: number,
): Promise<ListPage> {
  const begun = { stack: selection.map((id) => fresh('selected', id)), isWhole: true, isCut: false };
  const state = from === undefined ? begun : readCursor(from, listingState);
  const [here, ...rest] = state.stack;
  const visited: Visit = here ? await visitPart(api, here) : { pages: [], next: [] };
  const isWhole = state.isWhole && visited.isWhole !== false;
  const isCut = state.isCut || visited.isCut === true;
  const stack = [...visited.next, ...rest];
  const isOver = stack.length === 0;
  return {
    items: visited.pages.filter(({ in_trash }) => !in_trash).map((page) => itemOf(page, now)),
    deleted: [],
    skipped: visited.unread ? [visited.unread] : [],
    nextCursor: isOver ? undefined : writeCursor({ stack, isWhole, isCut }),
    syncCursor: undefined,
    proof: isOver && isWhole ? (isCut ? 'NONE' : 'STATED') : undefined,
  };
}
