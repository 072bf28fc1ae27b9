import { findActiveChunks, type Namespace } from '@docfleet/domain';
import { AppError } from '@docfleet/errors';
import type { MetadataFilter, VectorQuery } from '@docfleet/vector-store';
import type { GatewayContext } from '../context.ts';
import { findMatches, type Match } from './find-matches.ts';
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
  readonly tenantId: string | undefined;
  readonly weights?: { readonly semanticWeight: number; readonly keywordWeight: number };
}

export interface SearchResult extends Match {
  readonly text: string;
}

type SearchContext = Pick<GatewayContext, 'cache' | 'database' | 'keywordStatistics' | 'providers'>;

interface SearchOutcome {
  readonly results: readonly SearchResult[];
  readonly notice: string | undefined;
  /** Milliseconds for the query's vector, the vector store, PostgreSQL, and whole texts. */
  readonly timings: Readonly<Record<string, number>>;
}

async function search(
  context: SearchContext,
  namespace: Namespace,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const { database, providers, cache } = context;
  const { timings, time } = createStopwatch();
  const { embedder, vectorStore, fileStore } = await providers.open(namespace.id, namespace.version);
  const { query, topK, tenantId, filter, weights, scoreThreshold } = request;
  const config = namespace.configs['embeddingModelConfig'];
  const [vector, statistics] = await Promise.all([
    time('embed', () => queryVector({ embedder, config, cache }, query, signal)),
    weights && context.keywordStatistics(namespace.id),
  ]);
  const keyword = weights && statistics && { ...weights, terms: queryTerms(query, statistics) };
  const vectorQuery: VectorQuery = { vector, topK, tenantId, filter, ...(keyword && { keyword }) };
  const source = {
    search: (asked: VectorQuery) => time('store', () => vectorStore.search(asked, signal)),
    findActiveChunks: (vectorIds: readonly string[]) =>
      time('rows', () => findActiveChunks(database, { namespaceId: namespace.id, vectorIds, tenantId })),
  };
  const { matches, notice } = await findMatches(source, vectorQuery, scoreThreshold);
  const results = await time('texts', () =>
    Promise.all(
      matches.map(async (match) => ({ ...match, text: await wholeText(fileStore, match, signal) })),
    ),
  );
  return { results, notice, timings };
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
