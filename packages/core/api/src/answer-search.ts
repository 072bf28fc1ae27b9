import { createHash } from 'node:crypto';
import type { Database } from '@docfleet/domain/database';
import { invalidField } from '@docfleet/errors/issues';
import {
  type ChooseWeights,
  countFacets,
  maxMatches,
  type SearchRequest,
  searchNamespaces,
  type Weights,
  weightsFor,
} from '@docfleet/search';
import { streamSafe } from '@docfleet/text-analysis';
import type { ApiContext } from './context.ts';
import { toSourceFilter } from './document-filter.ts';
import { findOwnNamespace } from './find-own.ts';
import { readCursor, writeCursor } from './pagination.ts';
import { presentSearch } from './present-result.ts';
import type { SearchBody } from './search-body.ts';

export interface Caller {
  readonly organizationId: string;
  readonly tenantId: string | undefined;
  readonly signal: AbortSignal;
}

/** A cursor belongs to all of a request but itself. */
function cursorScope(
  { cursor: _, ...body }: SearchBody,
  { organizationId, tenantId }: Caller,
  weights: Weights,
) {
  const request = JSON.stringify([organizationId, tenantId ?? null, body, weights ?? null]);
  return `search/${createHash('sha256').update(request).digest('base64url')}`;
}

function offsetOf(body: SearchBody, key: Uint8Array, place: string): number {
  if (!body.cursor) return 0;
  const offset = readCursor(key, place, body.cursor);
  if (offset !== undefined) return Number(offset);
  throw invalidField(
    'INVALID_SEARCH_REQUEST',
    'cursor',
    'is not a cursor of this search: take the nextCursor of its page before, and leave the rest of the request as it was',
  );
}

/** Translates a validated body into a search, from an offset on. */
const toSearchRequest = (
  body: SearchBody,
  offset: number,
  { tenantId }: Caller,
  weights: Weights,
): SearchRequest => ({
  query: streamSafe(body.query),
  offset,
  topK: body.topK,
  scoreThreshold: body.scoreThreshold,
  filter: body.filter?.metadata,
  source: toSourceFilter(body.filter?.source),
  tenantId,
  weights,
  maxPerDocument: body.groupBy ? 1 : body.maxPerDocument,
  collapseDuplicates: body.duplicates === 'collapse',
  mergeNeighbors: body.neighbors === 'merge',
  readsOperators: body.operators,
  expand: body.expand,
  highlights: body.highlights,
  facets: body.facets ?? [],
  recency: body.recency,
  rerank: body.rerank,
  explain: body.explain,
});

/** Finds the namespaces that a request names. */
export const findNamespaces = (
  context: { readonly database: Database },
  { organizationId }: Caller,
  names: string | readonly string[],
) => Promise.all([...new Set([names].flat())].map((name) => findOwnNamespace(context, organizationId, name)));

/** Searches the namespaces that a request names, and presents the results. */
export async function answerSearch(
  context: ApiContext,
  caller: Caller,
  body: SearchBody,
  asked: Weights | ChooseWeights,
) {
  const namespaces = await findNamespaces(context, caller, body.namespaceId);
  const weights = await weightsFor(context, namespaces, asked);
  const place = cursorScope(body, caller, weights);
  const offset = offsetOf(body, context.linkKey, place);
  const request = toSearchRequest(body, offset, caller, weights);
  const { found, results, hasMore, timings } = await searchNamespaces(
    context,
    namespaces,
    request,
    caller.signal,
  );
  const next = offset + body.topK;
  const outcomes = found.map(([, outcome]) => outcome);
  const matches = outcomes.flatMap((outcome) => outcome.matches);
  const { organizationId, signal } = caller;
  return presentSearch(
    {
      results,
      nextCursor: hasMore && next < maxMatches ? writeCursor(context.linkKey, place, String(next)) : null,
      rerank: outcomes.flatMap(({ rerank }) => rerank ?? []),
      notices: outcomes.flatMap(({ notices, leftOut }) => [...notices, ...leftOut]),
      facets: body.facets && (await countFacets(matches, body.facets, { signal, owner: [organizationId] })),
      weights,
      timings,
    },
    body.explain,
  );
}
