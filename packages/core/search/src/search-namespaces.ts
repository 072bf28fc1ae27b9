import type { Namespace } from '@docfleet/domain/namespace';
import { type SearchOutcome, searchNamespace } from './search-namespace.ts';
import type { ChooseWeights, SearchContext, SearchRequest, Weights } from './search-request.ts';

type Found = readonly (readonly [Namespace, SearchOutcome])[];

/** The value that orders results across namespaces: their rerankers get the same request, and scores have the same scale. */
const rankOf = ({ relevance, hit }: SearchOutcome['results'][number]): number => relevance ?? hit.score;

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

/** Searches namespaces for the best results of all of them. */
export async function searchNamespaces(
  context: SearchContext,
  namespaces: readonly Namespace[],
  request: SearchRequest,
  callerGone: AbortSignal,
) {
  const { offset, topK } = request;
  const own = namespaces.length === 1 ? request : { ...request, offset: 0, topK: offset + topK };
  const found = await Promise.all(
    namespaces.map(
      async (namespace) => [namespace, await searchNamespace(context, namespace, own, callerGone)] as const,
    ),
  );
  return { found, ...mergeFound(found, request), timings: timingsOf(found) };
}

/** Returns the weights that a request names, or those that suit the models of the namespaces that it searches. */
export async function weightsFor(
  { providers }: Pick<SearchContext, 'providers'>,
  namespaces: readonly Namespace[],
  named: Weights | ChooseWeights,
): Promise<Weights> {
  if (typeof named !== 'function') return named;
  const opened = await Promise.all(namespaces.map(({ id, version }) => providers.open(id, version)));
  return named(opened.map(({ current }) => current.embedder));
}
