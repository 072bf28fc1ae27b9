import { z } from 'zod';
import { readCursor, writeCursor } from '../../cursor.ts';
import type { ListPage } from '../../provider.ts';
import type { NotionApi } from './api.ts';
import { itemOf } from './items.ts';
import type { Listing } from './replies.ts';
import { afterRows, firstRows, isPage, rowsPosition } from './rows.ts';

const cursor = z.string().nullable();
const listingState = z.strictObject({
  /** Only what was edited since; null for everything. */
  since: z.string().nullable(),
  /** The latest edit that this listing has seen: where the next one begins. */
  newest: z.string().nullable(),
  /** What search shows, then the data sources, then the rows of those on their page. */
  phase: z.enum(['pages', 'sources', 'rows']),
  cursor,
  /** Of the first of the sources. */
  rows: rowsPosition.default(firstRows),
  sources: z.array(z.string()),
  sourcesCursor: cursor,
  /** False once Notion has said that it did not show everything. */
  isWhole: z.boolean(),
});
type ListingState = z.output<typeof listingState>;

/** Edits are rounded down to the minute, and searched with some delay. */
const overlapMs = 2 * 60_000;

const begin = (): ListingState => ({
  since: null,
  newest: null,
  phase: 'pages',
  cursor: null,
  rows: firstRows,
  sources: [],
  sourcesCursor: null,
  isWhole: true,
});

const read = (api: NotionApi, { phase, cursor, rows, sources }: ListingState): Promise<Listing> => {
  if (phase === 'rows') return api.rows(sources[0] ?? '', rows);
  return api.search(phase === 'pages' ? 'page' : 'data_source', cursor);
};

/** What comes after the last source of a page of sources. */
const afterSources = (state: ListingState): ListingState | undefined =>
  state.sourcesCursor === null ? undefined : { ...state, phase: 'sources', cursor: state.sourcesCursor };

/** What is to be read after a page, and whether Notion has shown all that it had to show up to there. */
interface Advance {
  readonly next: ListingState | undefined;
  readonly isWhole: boolean;
}

function advanceRows(state: ListingState, listing: Listing): Advance {
  const { next, isWhole } = afterRows(listing, state.rows);
  if (next) return { next: { ...state, rows: next }, isWhole };
  const sources = state.sources.slice(1);
  const rest = { ...state, rows: firstRows, sources };
  return { next: sources.length > 0 ? rest : afterSources(rest), isWhole };
}

function advance(state: ListingState, listing: Listing): Advance {
  if (state.phase === 'rows') return advanceRows(state, listing);
  const { has_more, next_cursor, results, request_status } = listing;
  const isWhole = request_status?.type !== 'incomplete';
  const cursor = has_more ? next_cursor : null;
  if (state.phase === 'sources') {
    const sources = results.map(({ id }) => id);
    const rows: ListingState = { ...state, phase: 'rows', rows: firstRows, sources, sourcesCursor: cursor };
    return { next: sources.length > 0 ? rows : afterSources(rows), isWhole };
  }
  if (cursor !== null) return { next: { ...state, cursor }, isWhole };
  return { next: state.since === null ? { ...state, phase: 'sources', cursor: null } : undefined, isWhole };
}

/** One page of everything that the connection sees, or of what was edited since the last sync. */
export async function listWorkspace(
  api: NotionApi,
  from: string | undefined,
  now: number,
): Promise<ListPage> {
  const state = from === undefined ? begin() : readCursor(from, listingState);
  const listing = await read(api, state);
  const pages = listing.results.filter(isPage);
  const newest = state.newest ?? pages[0]?.last_edited_time ?? null;
  const { next: following, isWhole: showedAll } = advance({ ...state, newest }, listing);
  const isWhole = state.isWhole && showedAll;

  const horizon = state.since === null ? Number.NEGATIVE_INFINITY : Date.parse(state.since) - overlapMs;
  const recent = pages.filter((page) => Date.parse(page.last_edited_time) >= horizon);
  const hasPassed = recent.length < pages.length;
  const next = hasPassed || !following ? undefined : { ...following, isWhole };
  const since = newest ?? state.since ?? new Date(0).toISOString();
  return {
    items: recent.filter((page) => !page.in_trash).map((page) => itemOf(page, now)),
    deleted: recent.filter((page) => page.in_trash).map(({ id }) => id),
    skipped: [],
    nextCursor: next && writeCursor(next),
    syncCursor: next ? undefined : writeCursor({ ...begin(), since }),
    isComplete: !next && state.since === null && isWhole,
    // https://developers.notion.com/reference/post-search: "not guaranteed to return everything".
    isUnproven: true,
  };
}
