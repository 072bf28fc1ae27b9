import { z } from 'zod';
import { readCursor, writeCursor } from '../../cursor.ts';
import type { ListPage } from '../../provider.ts';
import type { NotionApi } from './api.ts';
import { itemOf } from './items.ts';
import type { Listing, Page } from './replies.ts';

const cursor = z.string().nullable();
const listingState = z.strictObject({
  /** Only what was edited since; null for everything. */
  since: z.string().nullable(),
  /** The latest edit that this listing has seen: where the next one begins. */
  newest: z.string().nullable(),
  /** What search shows, then the data sources, then the rows of those on their page. */
  phase: z.enum(['pages', 'sources', 'rows']),
  cursor,
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
  sources: [],
  sourcesCursor: null,
  isWhole: true,
});

const isPage = (result: Listing['results'][number]): result is Page => result.object === 'page';

const read = (api: NotionApi, { phase, cursor, sources }: ListingState): Promise<Listing> => {
  if (phase === 'rows') return api.rows(sources[0] ?? '', cursor);
  return api.search(phase === 'pages' ? 'page' : 'data_source', cursor);
};

/** What comes after the last source of a page of sources. */
const afterRows = (state: ListingState): ListingState | undefined =>
  state.sourcesCursor === null ? undefined : { ...state, phase: 'sources', cursor: state.sourcesCursor };

function advance(state: ListingState, { has_more, next_cursor, results }: Listing): ListingState | undefined {
  const next = has_more ? next_cursor : null;
  if (state.phase === 'sources') {
    const sources = results.map(({ id }) => id);
    const rows: ListingState = { ...state, phase: 'rows', cursor: null, sources, sourcesCursor: next };
    return sources.length > 0 ? rows : afterRows(rows);
  }
  if (next !== null) return { ...state, cursor: next };
  if (state.phase === 'pages')
    return state.since === null ? { ...state, phase: 'sources', cursor: null } : undefined;
  const sources = state.sources.slice(1);
  return sources.length > 0 ? { ...state, cursor: null, sources } : afterRows(state);
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
  const isWhole = state.isWhole && listing.request_status?.type !== 'incomplete';

  const horizon = state.since === null ? Number.NEGATIVE_INFINITY : Date.parse(state.since) - overlapMs;
  const recent = pages.filter((page) => Date.parse(page.last_edited_time) >= horizon);
  const hasPassed = recent.length < pages.length;
  const next = hasPassed ? undefined : advance({ ...state, newest, isWhole }, listing);
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
