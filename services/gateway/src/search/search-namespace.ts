import { findActiveChunks, findPendingMatches } from '@docfleet/domain/chunk';
import type { Namespace } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import type { Generation, NamespaceProviders } from '@docfleet/pipeline/providers';
import { parseQuery } from '@docfleet/text-analysis';
import { analyzerVersion } from '@docfleet/text-analysis/version';
import type { VectorQuery } from '@docfleet/vector-store';
import type { GatewayContext } from '../http/context.ts';
import type { Turn } from '../http/turns.ts';
import { boostRecent } from './boost-recent.ts';
import {
  findFilteredMatches,
  findMatches,
  type Match,
  type Matches,
  mergeGenerations,
} from './find-matches.ts';
import { finishResults, type SearchResult } from './finish-results.ts';
import { queryVector } from './query-vector.ts';
import { queryTerms } from './remember-statistics.ts';
import { type RerankOutcome, rerankMatches } from './rerank-matches.ts';
import type { Search, SearchRequest } from './search-request.ts';
import { selectMatches } from './select-matches.ts';
import { createStopwatch } from './stopwatch.ts';
import { unreadLanguage } from './unread-language.ts';

const searchTimeoutMs = 20_000;
/** The most matches that a search looks at: for facets, and behind pages. */
export const mostMatches = 1_000;

type SearchContext = Pick<
  GatewayContext,
  'cache' | 'database' | 'keywordStatistics' | 'providers' | 'searchTurns' | 'vendorTurns'
>;

export interface SearchOutcome {
  readonly results: readonly SearchResult[];
  /** What was found, beyond the results: what facets are counted of. */
  readonly matches: readonly Match[];
  readonly hasMore: boolean;
  readonly rerank: RerankOutcome | undefined;
  readonly notice: string | undefined;
  /** Whether a part of the namespace was not searched, as `notice` says. */
  readonly isPartial: boolean;
  /** Whether the semantic part of a score can be read as relevance: see `Embedder`. */
  readonly cosineShowsRelevance: boolean;
  /** Milliseconds for the query's vector, the vector store, PostgreSQL, reranking, whole texts, and explaining. */
  readonly timings: Readonly<Record<string, number>>;
}

/** Newer documents may lie behind so many times as many better matches. */
const recencyReach = 3;

/** One more than is returned shows whether there is another page. */
function matchesWanted({ offset, topK, facets, recency, rerank }: SearchRequest): number {
  const shown = offset + topK + 1;
  const boosted = recency ? recencyReach * shown : shown;
  return Math.min(mostMatches + 1, facets.length > 0 ? mostMatches : Math.max(boosted, rerank?.topN ?? 0));
}

/** The two places that a search asks, each keeping to what the row of a document says. */
function sourceOf(
  { database, namespaceId, request, shadow, time, signal, atVendor }: Search,
  { vectorStore }: Generation,
) {
  const { tenantId, filter, source } = request;
  const visible = { namespaceId, tenantId, filter, source, shadow };
  return {
    search: (query: VectorQuery) =>
      atVendor(vectorStore, () => time('store', () => vectorStore.search(query, signal))),
    findActiveChunks: (vectorIds: readonly string[]) =>
      time('rows', () => findActiveChunks(database, { ...visible, vectorIds })),
    findPending: () => time('rows', () => findPendingMatches(database, visible)),
  };
}

const embedQuery = (
  { cache, parsed, time, signal, owner: organizationId, atVendor }: Search,
  { configs: { embeddingModelConfig: config }, embedder }: Generation,
) =>
  atVendor(embedder, () =>
    time('embed', () =>
      queryVector({ embedder, cache }, { organizationId, config, text: parsed.text }, signal),
    ),
  );

/** What one model finds among the vectors that it made. */
async function searchGeneration(search: Search, generation: Generation): Promise<Matches> {
  const { request, parsed, wanted, signal, owner } = search;
  const { tenantId, filter, scoreThreshold, maxPerDocument, collapseDuplicates } = request;
  const [vector, keyword] = await Promise.all([embedQuery(search, generation), search.keyword]);
  const query: VectorQuery = { vector, topK: wanted, tenantId, ...(keyword && { keyword }) };
  const source = sourceOf(search, generation);
  const select = (matches: readonly Match[]) =>
    selectMatches(matches, { parsed, maxPerDocument, collapseDuplicates }, { signal, owner: [owner] });
  return filter
    ? findFilteredMatches(source, { ...query, filter }, scoreThreshold, select)
    : findMatches(source, query, scoreThreshold, select);
}

const noMatches: Matches = { matches: [], notice: undefined };
const previousRefused =
  'The previous model or vector store refuses searches: what is not embedded again yet was not searched';

/** A refusal of a replaced configuration is permanent: searches continue without it, and say so. */
const withoutPrevious = (cause: unknown): Matches => {
  if (!(cause instanceof AppError) || cause.code !== 'PROVIDER_REJECTED') throw cause;
  return { matches: [], notice: previousRefused };
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

const keywordsOutdated =
  'Keywords are being encoded again after an upgrade: until then some texts are found by meaning more than by words';

/** What a search says beside its results: of a store that could not do all, outdated keywords, and a query that the model does not read. */
async function noticeOf(
  { keywordStatistics }: SearchContext,
  namespace: Namespace,
  { request: { query, weights } }: Search,
  { current }: NamespaceProviders,
  found: string | undefined,
): Promise<string | undefined> {
  const comparesWords = weights !== undefined && weights.keywordWeight > 0;
  const isOutdated = comparesWords && namespace.analyzerVersion !== analyzerVersion;
  const keywords = comparesWords ? await keywordStatistics(namespace.id) : undefined;
  const unread = unreadLanguage(query, current.embedder, keywords);
  const notices = [found, isOutdated ? keywordsOutdated : undefined, unread];
  return notices.filter((notice) => notice !== undefined).join('. ') || undefined;
}

/** The providers of a search: those of a gated change where its evaluation asks for them. */
function providersOf(opened: NamespaceProviders, { gatedChangeId }: SearchRequest) {
  if (gatedChangeId === undefined) return { providers: opened, shadow: undefined };
  const { shadow, shadowFailure } = opened;
  if (shadowFailure?.gatedChangeId === gatedChangeId) throw shadowFailure.error;
  if (shadow?.gatedChangeId !== gatedChangeId)
    throw new AppError('EVALUATION_CONFLICT', 'The gated change that is evaluated has ended');
  const { current, reranker, isBuilt } = shadow;
  return {
    providers: { ...opened, current, reranker, previous: undefined },
    shadow: isBuilt ? { gatedChangeId, generation: current.generation } : undefined,
  };
}

interface InTurn {
  readonly signal: AbortSignal;
  readonly turn: Turn;
}

/** What the steps of a search work with. */
async function openSearch(
  context: SearchContext,
  namespace: Namespace,
  request: SearchRequest,
  { signal, turn }: InTurn,
) {
  const { database, cache, keywordStatistics, vendorTurns } = context;
  const { timings, time } = createStopwatch();
  const opened = await context.providers.open(namespace.id, namespace.version);
  const { providers, shadow } = providersOf(opened, request);
  const parsed = parseQuery(request.query);
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
    shadow,
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
  const notice = await noticeOf(context, namespace, asked, providers, found.notice);
  const { matches } = found;
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
    notice,
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
