import { z } from 'zod';
import { readCursor, writeCursor } from '../../cursor.ts';
import type { ListPage, SkippedItem } from '../../provider.ts';
import { readPart } from '../../read-part.ts';
import type { NotionApi } from './api.ts';
import { afterRows, firstRows, isPage, rowsPosition } from './properties.ts';
import type { Listing } from './replies.ts';
import { itemOf } from './tree.ts';

const cursor = z.string().nullable();
const listingState = z.strictObject({
  /** Phases in their order: pages that search returns, those edited meanwhile, data sources, and the rows of each page of sources. */
  phase: z.enum(['pages', 'edited', 'sources', 'rows']),
  cursor,
  /** The time of the newest edit when the listing began; null before. */
  since: cursor,
  /** Position in the rows of the first source. */
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
  since: null,
  rows: firstRows,
  sources: [],
  sourcesCursor: null,
  isWhole: true,
};

/** There are sources while their rows are read alone. */
const read = (api: NotionApi, { phase, cursor, rows, sources: [source] }: ListingState) => {
  if (source !== undefined) return api.rows(source, rows);
  return api.search(phase === 'sources' ? 'data_source' : 'page', cursor);
};

const noRows: Listing = { results: [], next_cursor: null };

/** A data source that search names and Notion does not open, as one that was deleted lately, is named, and the others are read. */
async function readStep(
  api: NotionApi,
  state: ListingState,
): Promise<{ listing: Listing; skipped: SkippedItem[] }> {
  const reading = read(api, state);
  const [source] = state.sources;
  if (source === undefined) return { listing: await reading, skipped: [] };
  const part = { id: source, name: `Data source ${source}` };
  const { read: listing, refused } = await readPart(part, reading);
  if (listing) return { listing, skipped: [] };
  const reason = 'Its search names it, and Notion answers that there is none';
  return {
    listing: noRows,
    skipped: [refused ?? { externalId: source, name: part.name, reason, isMissing: true }],
  };
}

/** Returns the state after the last source of a page of sources; undefined when there are no more sources. */
const afterSources = (state: ListingState): ListingState | undefined =>
  state.sourcesCursor === null ? undefined : { ...state, phase: 'sources', cursor: state.sourcesCursor };

/** State after a page, and whether Notion has returned everything up to there. */
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

/**
 * Search shows the newest edits first: a page that is edited while it has not been listed yet moves to where the listing has been. So the
 * newest ones are looked at again, down to the first that was edited before the listing began.
 */
function advancePages(state: ListingState, { results }: Listing, cursor: string | null): ListingState {
  const edits = results.filter(isPage).map(({ last_edited_time }) => last_edited_time);
  const since = state.since ?? edits[0] ?? '';
  if (state.phase === 'pages') {
    // In a listing of one page nothing can move to another one.
    const then = state.since === null ? 'sources' : 'edited';
    return { ...state, since, cursor, phase: cursor === null ? then : 'pages' };
  }
  const goesOn = cursor !== null && edits.every((edit) => edit >= since);
  return goesOn ? { ...state, cursor } : { ...state, cursor: null, phase: 'sources' };
}

function advance(state: ListingState, listing: Listing): Advance {
  if (state.phase === 'rows') return advanceRows(state, listing);
  const { next_cursor: cursor, results, request_status } = listing;
  const isWhole = request_status?.type !== 'incomplete';
  if (state.phase === 'sources') {
    const sources = results.map(({ id }) => id);
    const rows: ListingState = { ...state, phase: 'rows', sources, sourcesCursor: cursor };
    return { next: sources.length > 0 ? rows : afterSources(rows), isWhole };
  }
  return { next: advancePages(state, listing, cursor), isWhole };
}

/** Pages of which Notion shows the id alone: the integration was given no right to read content. */
const unreadablePages = ({ results }: Listing): SkippedItem[] =>
  results
    .filter((result) => result.object === 'page' && !isPage(result))
    .map(({ id }) => ({
      externalId: id,
      name: `Page ${id}`,
      reason: 'Notion shows nothing but its id: the integration lacks the capability to read content',
    }));

/** Returns one page of everything that the connection sees: Notion has no feed of changes that would name deleted pages. */
export async function listWorkspace(
  api: NotionApi,
  from: string | undefined,
  now: number,
): Promise<ListPage> {
  const state = from === undefined ? begin : readCursor(from, listingState);
  const { listing, skipped } = await readStep(api, state);
  const { next, isWhole: showedAll } = advance(state, listing);
  const isWhole = state.isWhole && showedAll;
  return {
    items: listing.results
      .filter(isPage)
      .filter((page) => !page.in_trash)
      .map((page) => itemOf(page, now)),
    deleted: [],
    skipped: [...skipped, ...unreadablePages(listing)],
    nextCursor: next && writeCursor({ ...next, isWhole }),
    syncCursor: undefined,
    proof: !next && isWhole ? 'NONE' : undefined,
    // https://developers.notion.com/reference/post-search: "not guaranteed to return everything".
  };
}
