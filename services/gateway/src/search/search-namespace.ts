import { findActiveChunks, type Namespace } from '@docfleet/domain';
import { AppError } from '@docfleet/errors';
import type { MetadataFilter, VectorQuery } from '@docfleet/vector-store';
import type { GatewayContext } from '../context.ts';
import { findMatches, type Match } from './find-matches.ts';
import { queryTerms } from './query-terms.ts';
import { queryVector } from './query-vector.ts';
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

async function search(
  context: SearchContext,
  namespace: Namespace,
  request: SearchRequest,
  signal: AbortSignal,
) {
  const { database, providers, cache } = context;
  const { embedder, vectorStore, fileStore } = await providers.open(namespace.id, namespace.version);
  const { query, topK, tenantId, filter, weights, scoreThreshold } = request;
  const config = namespace.configs['embeddingModelConfig'];
  const [vector, statistics] = await Promise.all([
    queryVector({ embedder, config, cache }, query, signal),
    weights && context.keywordStatistics(namespace.id),
  ]);
  const keyword = weights && statistics && { ...weights, terms: queryTerms(query, statistics) };
  const vectorQuery: VectorQuery = { vector, topK, tenantId, filter, ...(keyword && { keyword }) };
  const source = {
    vectorStore,
    findActiveChunks: (vectorIds: readonly string[]) =>
      findActiveChunks(database, { namespaceId: namespace.id, vectorIds, tenantId }),
  };
  const { matches, notice } = await findMatches(source, vectorQuery, { scoreThreshold, signal });
  const results = await Promise.all(
    matches.map(async (match) => ({ ...match, text: await wholeText(fileStore, match, signal) })),
  );
  return { results, notice };
}

/** Searches what a namespace holds; rejects with PROVIDER_UNAVAILABLE when model and stores take longer than 20 seconds together. */
export async function searchNamespace(
  context: SearchContext,
  namespace: Namespace,
  request: SearchRequest,
  callerGone: AbortSignal,
): Promise<{ results: readonly SearchResult[]; notice: string | undefined }> {
  const deadline = AbortSignal.timeout(searchTimeoutMs);
  try {
    return await search(context, namespace, request, AbortSignal.any([callerGone, deadline]));
  } catch (cause) {
    if (!deadline.aborted) throw cause;
    const message = `The model and the stores did not answer within ${searchTimeoutMs / 1_000} seconds`;
    throw new AppError('PROVIDER_UNAVAILABLE', message, { cause });
  }
}
