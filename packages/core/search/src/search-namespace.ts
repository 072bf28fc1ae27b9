import { type DocumentPage, findActiveChunks, findVisibleDocuments } from '@docfleet/domain/chunk';
import type { Namespace } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import type { Generation, NamespaceProviders } from '@docfleet/pipeline/providers';
import type { Turn } from '@docfleet/runtime/fairness';
import { parseQuery, withoutOperators } from '@docfleet/text-analysis';
import type { VectorQuery } from '@docfleet/vector-store';
import { boostRecent } from './boost-recent.ts';
import { embedQuery, embedWhole } from './embed-query.ts';
import { findMatches, joinNotices, type Matches, mergeGenerations, noMatches } from './find-matches.ts';
import { finishResults, type SearchResult } from './finish-results.ts';
import type { Match } from './match.ts';
import { leftOutNotices, limitingNotices, unknownFieldNotices } from './notices.ts';
import { queryTerms } from './remember-statistics.ts';
import { type RerankOutcome, rerankMatches } from './rerank-matches.ts';
import { createStopwatch, type Search, type SearchContext, type SearchRequest } from './search-request.ts';
import { searchStore } from './search-store.ts';
import { neighborRanks, selectMatches } from './select-matches.ts';

const searchTimeoutMs = 20_000;
/** Maximum of matches that a search looks at: for facets, and behind pages. */
export const maxMatches = 1_000;

export interface SearchOutcome {
  readonly results: readonly SearchResult[];
  /** Matches beyond the results too: facets are counted over them. */
  readonly matches: readonly Match[];
  readonly hasMore: boolean;
  readonly rerank: RerankOutcome | undefined;
  /** Sentences on what limited the search. */
  readonly notices: readonly string[];
  /** Sentences on matches that are no results. */
  readonly leftOut: readonly string[];
  /** Whether a part of the namespace was not searched, as `notices` says. */
  readonly isPartial: boolean;
  /** Whether the semantic part of a score can be read as relevance: see `Embedder`. */
  readonly cosineShowsRelevance: boolean;
  /** Milliseconds for the query's vector, the vector store, PostgreSQL, reranking, whole texts, and explaining. */
  readonly timings: Readonly<Record<string, number>>;
}

/** Factor by which more matches are read so that newer documents among them can be found. */
const recencyReach = 3;

/** Returns the number of matches to find: one more than is returned shows whether there is another page. */
function matchesWanted({ offset, topK, facets, recency, rerank, mergeNeighbors }: SearchRequest): number {
  const shown = offset + topK + 1 + (mergeNeighbors ? neighborRanks : 0);
  const boosted = recency ? recencyReach * shown : shown;
  return Math.min(maxMatches + 1, facets.length > 0 ? maxMatches : Math.max(boosted, rerank?.topN ?? 0));
}

/** The two places that a search asks, each keeping to what the row of a document says. */
function sourceOf(search: Search, generation: Generation) {
  const { database, namespaceId, request, time, signal, atVendor } = search;
  const { vectorStore } = generation;
  const { tenantId, filter, source } = request;
  const visible = { namespaceId, tenantId, filter, source };
  const ask = (query: VectorQuery) =>
    atVendor(vectorStore, () => time('store', () => searchStore(vectorStore, query, signal)));
  return {
    search: async (query: VectorQuery) => {
      const found = await ask(query);
      return found.needsVector ? ask({ ...query, vector: await embedWhole(search, generation) }) : found;
    },
    findActiveChunks: (vectorIds: readonly string[]) =>
      time('rows', () => findActiveChunks(database, { ...visible, vectorIds })),
    findDocuments: (page: DocumentPage) =>
      time('rows', () => findVisibleDocuments(database, { ...visible, ...page })),
  };
}

/** Searches the vectors of one generation. */
async function searchGeneration(search: Search, generation: Generation): Promise<Matches> {
  const { request, parsed, wanted, signal, owner } = search;
  const { tenantId, filter, scoreThreshold, maxPerDocument } = request;
  const [{ vector, notice }, asked] = await Promise.all([embedQuery(search, generation), search.keyword]);
  const keyword = asked && (vector ? asked : { ...asked, semanticWeight: 0 });
  const query: VectorQuery = { vector, topK: wanted, tenantId, ...(keyword && { keyword }) };
  const select = (matches: readonly Match[], limit: number) =>
    selectMatches(matches, { ...request, parsed }, limit, { signal, owner: [owner] });
  const finding = {
    source: sourceOf(search, generation),
    scoreThreshold,
    select,
    limitsDocuments: maxPerDocument !== undefined,
    filtersRows: request.source !== undefined,
  };
  const found = await findMatches(finding, { ...query, filter });
  return { ...found, notice: joinNotices(notice, found.notice) };
}

const previousRefused =
  'The previous model or vector store refuses searches: what is not embedded again yet was not searched';

/** A refusal of a replaced configuration is permanent: searches continue without it, and say so. */
const withoutPrevious = (cause: unknown): Matches => {
  if (!(cause instanceof AppError) || cause.code !== 'PROVIDER_REJECTED') throw cause;
  return { ...noMatches, notice: previousRefused };
};

async function findInGenerations(
  search: Search,
  { current, previous }: NamespaceProviders,
): Promise<Matches> {
  const [ofCurrent, ofPrevious] = await Promise.all([
    searchGeneration(search, current),
    previous?.searched ? searchGeneration(search, previous).catch(withoutPrevious) : noMatches,
  ]);
  return mergeGenerations(ofCurrent, ofPrevious, search.wanted);
}

/** Reranks where the request wants it; without a reranker the response says so. */
async function rerankIfWanted(
  { request, parsed, time, signal, atVendor }: Search,
  { reranker }: NamespaceProviders,
  matches: readonly Match[],
) {
  const { rerank } = request;
  if (!rerank) return { matches, outcome: undefined };
  if (reranker)
    return atVendor({}, () =>
      time('rerank', () => rerankMatches(reranker, { query: parsed.text, ...rerank }, matches, signal)),
    );
  const outcome: RerankOutcome = {
    applied: false,
    model: '',
    count: 0,
    reason: 'The namespace has no rerankConfig',
  };
  return { matches, outcome };
}

interface InTurn {
  readonly signal: AbortSignal;
  readonly turn: Turn;
}

/** Opens the dependencies and the parsed query that all steps of a search share. */
async function openSearch(
  context: SearchContext,
  namespace: Namespace,
  request: SearchRequest,
  { signal, turn }: InTurn,
) {
  const { database, cache, keywordStatistics, vendorTurns } = context;
  const { timings, time } = createStopwatch();
  const providers = await context.providers.open(namespace.id, namespace.version);
  const parsed = (request.readsOperators ? parseQuery : withoutOperators)(request.query);
  const { weights } = request;
  const keyword = weights
    ? keywordStatistics(namespace.id).then((known) => ({ ...weights, ...queryTerms(parsed.text, known) }))
    : undefined;
  const asked: Search = {
    cache,
    database,
    namespaceId: namespace.id,
    request,
    parsed,
    wanted: matchesWanted(request),
    keyword,
    time,
    signal,
    owner: namespace.organizationId,
    atVendor: (provider, work) =>
      provider.isLocal ? work() : turn.release(() => vendorTurns.take(namespace.id, signal, work)),
  };
  return { asked, providers, timings };
}

async function search(
  context: SearchContext,
  namespace: Namespace,
  request: SearchRequest,
  inTurn: InTurn,
): Promise<SearchOutcome> {
  const { asked, providers, timings } = await openSearch(context, namespace, request, inTurn);
  const { recency, offset, topK } = request;
  const found = await findInGenerations(asked, providers);
  const limiting = await limitingNotices(context, namespace, asked, providers);
  const { matches } = found;
  const misspelled = await unknownFieldNotices(asked, matches.length);
  const boosted = recency ? boostRecent(matches, recency, Date.now()) : matches;
  const reranked = await rerankIfWanted(asked, providers, boosted);
  const shown = reranked.matches.slice(offset, offset + topK);
  const { fileStore } = providers;
  const results = await finishResults(
    { ...asked, fileStore, text: asked.parsed.text, keyword: await asked.keyword },
    shown,
  );
  return {
    results,
    matches: reranked.matches,
    hasMore: reranked.matches.length > offset + topK,
    rerank: reranked.outcome,
    notices: [...(found.notice ? [found.notice] : []), ...limiting, ...misspelled],
    leftOut: leftOutNotices(found.leftOut, asked),
    isPartial: found.notice !== undefined,
    cosineShowsRelevance: providers.current.embedder.cosineShowsRelevance === true,
    timings,
  };
}

/** Searches what a namespace holds, in a turn of its organization; rejects with PROVIDER_UNAVAILABLE when model and stores take longer than 20 seconds together. */
export async function searchNamespace(
  context: SearchContext,
  namespace: Namespace,
  request: SearchRequest,
  callerGone: AbortSignal,
): Promise<SearchOutcome> {
  const deadline = AbortSignal.timeout(searchTimeoutMs);
  try {
    const signal = AbortSignal.any([callerGone, deadline]);
    return await context.searchTurns.take(namespace.organizationId, signal, (turn) =>
      search(context, namespace, request, { signal, turn }),
    );
  } catch (cause) {
    if (!deadline.aborted) throw cause;
    const message = `The model and the stores did not answer within ${searchTimeoutMs / 1_000} seconds`;
    throw new AppError('PROVIDER_UNAVAILABLE', message, { cause });
  }
}
