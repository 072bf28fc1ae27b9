import { z } from 'zod';
import { readCursor, writeCursor } from '../../cursor.ts';
import type { ListPage } from '../../provider.ts';
import type { NotionApi } from './api.ts';
import { itemOf } from './items.ts';
import type { Listing } from './replies.ts';
import { afterRows, firstRows, isPage, rowsPosition } from './rows.ts';

const cursor = z.string().nullable();
const listingState = z.strictObject({
  /** What search shows, then the data sources, then the rows of those on their page. */
  phase: z.enum(['pages', 'sources', 'rows']),
  cursor,
  /** Of the first of the sources. */
  rows: rowsPosition,
  sources: z.array(z.string()),
  sourcesCursor: cursor,
  /** False once Notion has said that it did not show everything. */
  isWhole: z.boolean(),
});
type ListingState = z.output<typeof listingState>;

const begin: ListingState = {
  phase: 'pages',
  cursor: null,
  rows: firstRows,
  sources: [],
  sourcesCursor: null,
  isWhole: true,
};

const read = (api: NotionApi, { phase, cursor, rows, sources: [source = ''] }: ListingState) => {
  if (phase === 'rows') return api.rows(source, rows);
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
  const rest = { ...state, rows: firstRows, sources: state.sources.slice(1) };
  return { next: rest.sources.length > 0 ? rest : afterSources(rest), isWhole };
}

function advance(state: ListingState, listing: Listing): Advance {
  if (state.phase === 'rows') return advanceRows(state, listing);
  const { has_more, next_cursor, results, request_status } = listing;
  const isWhole = request_status?.type !== 'incomplete';
  const cursor = has_more ? next_cursor : null;
  if (state.phase === 'sources') {
    const sources = results.map(({ id }) => id);
    const rows: ListingState = { ...state, phase: 'rows', sources, sourcesCursor: cursor };
    return { next: sources.length > 0 ? rows : afterSources(rows), isWhole };
  }
  return { next: { ...state, cursor, phase: cursor === null ? 'sources' : 'pages' }, isWhole };
}

/** One page of everything that the connection sees: there is no feed of changes that would name what is gone. */
export async function listWorkspace(
  api: NotionApi,
  from: string | undefined,
  now: number,
): Promise<ListPage> {
  const state = from === undefined ? begin : readCursor(from, listingState);
  const listing = await read(api, state);
  const { next, isWhole: showedAll } = advance(state, listing);
  const isWhole = state.isWhole && showedAll;
  return {
    items: listing.results
      .filter(isPage)
      .filter((page) => !page.in_trash)
      .map((page) => itemOf(page, now)),
    deleted: [],
    skipped: [],
    nextCursor: next && writeCursor({ ...next, isWhole }),
    syncCursor: undefined,
    isComplete: !next && isWhole,
    // https://developers.notion.com/reference/post-search: "not guaranteed to return everything".
    isUnproven: true,
  };
}
