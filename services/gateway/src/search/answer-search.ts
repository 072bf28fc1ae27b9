import { createHash } from 'node:crypto';
import type { Namespace } from '@docfleet/domain/namespace';
import { streamSafe } from '@docfleet/text-analysis';
import { toSourceFilter } from '../documents/document-filter.ts';
import type { GatewayContext } from '../http/context.ts';
import { readCursor, writeCursor } from '../http/cursor.ts';
import { invalidField } from '../http/issues.ts';
import { findOwnNamespace } from '../namespaces/find-own-namespace.ts';
import type { SearchBody } from './body.ts';
import { countFacets } from './count-facets.ts';
import { presentSearch } from './present-result.ts';
import { mostMatches, type SearchOutcome, searchNamespace } from './search-namespace.ts';
import type { SearchRequest } from './search-request.ts';
import type { ChooseWeights, Weights } from './usual-weights.ts';

export interface Caller {
  readonly organizationId: string;
  readonly tenantId: string | undefined;
  readonly signal: AbortSignal;
}

/** A cursor belongs to all of a request but itself. */
function placeOf({ cursor: _, ...body }: SearchBody, { organizationId, tenantId }: Caller, weights: Weights) {
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

/** What the search of a body is, from an offset on. */
export const toSearchRequest = (
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
  readsOperators: body.operators,
  expand: body.expand,
  highlights: body.highlights,
  facets: body.facets ?? [],
  recency: body.recency,
  rerank: body.rerank,
  explain: body.explain,
});

/** What is compared across namespaces: their rerankers are asked for the same, and scores are of the same scale. */
const rankOf = ({ relevance, hit }: SearchOutcome['results'][number]): number => relevance ?? hit.score;

type Found = readonly (readonly [Namespace, SearchOutcome])[];

function timingsOf(found: Found): Record<string, number> {
  const timings: Record<string, number> = {};
  for (const [, outcome] of found)
    for (const [step, taken] of Object.entries(outcome.timings)) timings[step] = (timings[step] ?? 0) + taken;
  return timings;
}

/** Results of several namespaces in one order; each was asked for all that a page may need. */
function mergeFound(found: Found, { offset, topK }: SearchRequest) {
  const [first] = found;
  if (found.length === 1 && first) return { results: first[1].results, hasMore: first[1].hasMore };
  const all = found.flatMap(([, { results }]) => results).toSorted((a, b) => rankOf(b) - rankOf(a));
  const hasMore = all.length > offset + topK || found.some(([, outcome]) => outcome.hasMore);
  return { results: all.slice(offset, offset + topK), hasMore };
}

/** Finds the namespaces that a request names. */
export const findNamespaces = (
  context: GatewayContext,
  { organizationId }: Caller,
  names: string | readonly string[],
) => Promise.all([...new Set([names].flat())].map((name) => findOwnNamespace(context, organizationId, name)));

/** Searches namespaces for the best results of all of them. */
export async function searchNamespaces(
  context: GatewayContext,
  { signal }: Pick<Caller, 'signal'>,
  namespaces: readonly Namespace[],
  request: SearchRequest,
) {
  const { offset, topK } = request;
  const own = namespaces.length === 1 ? request : { ...request, offset: 0, topK: offset + topK };
  const found = await Promise.all(
    namespaces.map(
      async (namespace) => [namespace, await searchNamespace(context, namespace, own, signal)] as const,
    ),
  );
  return { found, ...mergeFound(found, request), timings: timingsOf(found) };
}

/** The weights that a request names, or those that suit the models of what it searches. */
export async function weightsOf(
  { providers }: GatewayContext,
  namespaces: readonly Namespace[],
  asked: Weights | ChooseWeights,
): Promise<Weights> {
  if (typeof asked !== 'function') return asked;
  const opened = await Promise.all(namespaces.map(({ id, version }) => providers.open(id, version)));
  return asked(opened.map(({ current }) => current.embedder));
}

/** Searches the namespaces that a request names, and presents what was found. */
export async function answerSearch(
  context: GatewayContext,
  caller: Caller,
  body: SearchBody,
  asked: Weights | ChooseWeights,
) {
  const namespaces = await findNamespaces(context, caller, body.namespaceId);
  const weights = await weightsOf(context, namespaces, asked);
  const place = placeOf(body, caller, weights);
  const offset = offsetOf(body, context.linkKey, place);
  const request = toSearchRequest(body, offset, caller, weights);
  const { found, results, hasMore, timings } = await searchNamespaces(context, caller, namespaces, request);
  const next = offset + body.topK;
  const outcomes = found.map(([, outcome]) => outcome);
  const matches = outcomes.flatMap((outcome) => outcome.matches);
  const { organizationId, signal } = caller;
  return presentSearch(
    {
      results,
      nextCursor: hasMore && next < mostMatches ? writeCursor(context.linkKey, place, String(next)) : null,
      rerank: outcomes.flatMap(({ rerank }) => rerank ?? []),
      notices: outcomes.flatMap(({ notices, leftOut }) => [...notices, ...leftOut]),
      facets: body.facets && (await countFacets(matches, body.facets, { signal, owner: [organizationId] })),
      weights,
      timings,
    },
    body.explain,
  );
}
