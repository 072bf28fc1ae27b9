import { findActiveChunks } from '@docfleet/domain/chunk';
import type { SourceFilter } from '@docfleet/domain/document';
import type { Namespace } from '@docfleet/domain/namespace';
import { AppError } from '@docfleet/errors';
import type { MetadataFilter } from '@docfleet/metadata-filter';
import type { Generation } from '@docfleet/pipeline/providers';
import type { KeywordPart, ScoreExplanation, VectorQuery } from '@docfleet/vector-store';
import type { GatewayContext } from '../http/context.ts';
import { explainResults } from './explain-results.ts';
import { findMatches, type Match, type Matches } from './find-matches.ts';
import { mergeGenerations } from './merge-generations.ts';
import { queryTerms } from './query-terms.ts';
import { queryVector } from './query-vector.ts';
import { createStopwatch } from './stopwatch.ts';
import { wholeText } from './whole-text.ts';

const searchTimeoutMs = 20_000;

export interface SearchRequest {
  readonly query: string;
  readonly topK: number;
  readonly scoreThreshold: number;
  readonly filter: MetadataFilter | undefined;
  /** What the documents' sources have to be. */
  readonly source: SourceFilter | undefined;
  readonly tenantId: string | undefined;
  readonly weights?: { readonly semanticWeight: number; readonly keywordWeight: number };
  /** Whether each result tells where its score comes from. */
  readonly explain: boolean;
}

export interface SearchResult extends Match {
  readonly text: string;
  readonly explanation?: ScoreExplanation;
}

type SearchContext = Pick<GatewayContext, 'cache' | 'database' | 'keywordStatistics' | 'providers'>;

export interface SearchOutcome {
  readonly results: readonly SearchResult[];
  readonly notice: string | undefined;
  /** Milliseconds for the query's vector, the vector store, PostgreSQL, whole texts, and explaining. */
  readonly timings: Readonly<Record<string, number>>;
}

type Search = Pick<SearchContext, 'cache' | 'database'> & {
  readonly namespaceId: string;
  readonly request: SearchRequest;
  readonly keyword: Promise<KeywordPart> | undefined;
  readonly time: ReturnType<typeof createStopwatch>['time'];
  readonly signal: AbortSignal;
};

/** What one model finds among the vectors that it made. */
async function searchGeneration(
  { cache, database, namespaceId, request, time, signal, ...asked }: Search,
  { embedder, vectorStore, configs }: Generation,
): Promise<Matches> {
  const { query, topK, tenantId, filter, scoreThreshold } = request;
  const config = configs.embeddingModelConfig;
  const [vector, keyword] = await Promise.all([
    time('embed', () => queryVector({ embedder, config, cache }, query, signal)),
    asked.keyword,
  ]);
  const vectorQuery: VectorQuery = { vector, topK, tenantId, filter, ...(keyword && { keyword }) };
  const source = {
    search: (asked: VectorQuery) => time('store', () => vectorStore.search(asked, signal)),
    findActiveChunks: (vectorIds: readonly string[]) =>
      time('rows', () =>
        findActiveChunks(database, { namespaceId, vectorIds, tenantId, source: request.source }),
      ),
  };
  return findMatches(source, vectorQuery, scoreThreshold);
}

const noMatches: Matches = { matches: [], notice: undefined };
const previousRefused =
  'The former model or vector store refuses searches: what is not embedded again yet was not searched';

/** A refusal of what was replaced will not be mended: searches go on without it, and say so. */
const withoutPrevious = (cause: unknown): Matches => {
  if (!(cause instanceof AppError) || cause.code !== 'PROVIDER_REJECTED') throw cause;
  return { matches: [], notice: previousRefused };
};

/** What a search asks of keywords; undefined for one by meaning alone. */
function keywordPart(
  { keywordStatistics }: SearchContext,
  namespaceId: string,
  { query, weights }: SearchRequest,
): Promise<KeywordPart> | undefined {
  if (!weights) return undefined;
  return keywordStatistics(namespaceId).then((known) => ({ ...weights, terms: queryTerms(query, known) }));
}

async function search(
  context: SearchContext,
  namespace: Namespace,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const { database, cache } = context;
  const { timings, time } = createStopwatch();
  const { fileStore, current, previous } = await context.providers.open(namespace.id, namespace.version);
  const keyword = keywordPart(context, namespace.id, request);
  const asked = { cache, database, namespaceId: namespace.id, request, keyword, time, signal };
  const [ofCurrent, ofPrevious] = await Promise.all([
    searchGeneration(asked, current),
    previous?.searched ? searchGeneration(asked, previous).catch(withoutPrevious) : noMatches,
  ]);
  const { matches, notice } = mergeGenerations(ofCurrent, ofPrevious, request.topK);
  const results = await time('texts', () =>
    Promise.all(
      matches.map(async (match) => ({ ...match, text: await wholeText(fileStore, match, signal) })),
    ),
  );
  if (!request.explain) return { results, notice, timings };
  const explained = await time('explain', async () => explainResults(results, await keyword, signal));
  return { results: explained, notice, timings };
}

/** Searches what a namespace holds; rejects with PROVIDER_UNAVAILABLE when model and stores take longer than 20 seconds together. */
export async function searchNamespace(
  context: SearchContext,
  namespace: Namespace,
  request: SearchRequest,
  callerGone: AbortSignal,
): Promise<SearchOutcome> {
  const deadline = AbortSignal.timeout(searchTimeoutMs);
  try {
    return await search(context, namespace, request, AbortSignal.any([callerGone, deadline]));
  } catch (cause) {
    if (!deadline.aborted) throw cause;
    const message = `The model and the stores did not answer within ${searchTimeoutMs / 1_000} seconds`;
    throw new AppError('PROVIDER_UNAVAILABLE', message, { cause });
  }
}
