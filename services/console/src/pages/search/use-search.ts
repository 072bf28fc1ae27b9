import type { SearchResult, SearchTimings } from '@docfleet/sdk';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { noteFirstSearch } from '../../first-steps.ts';
import type { SearchSettings } from './settings.ts';

/** Search method: by meaning, or by meaning and words. */
export type Kind = 'semantic' | 'hybrid';

/** Results of a search, and its duration in milliseconds including the network. */
export interface Found {
  readonly results: readonly SearchResult[];
  /** Sentences of the service about limits of these results. */
  readonly notices: readonly string[];
  readonly tookMs: number;
  readonly timings: SearchTimings | undefined;
}

/** Returns the fields of a search request that both methods share. */
export const requestOf = (namespaceId: string, { query, topK, scoreThreshold, filter }: SearchSettings) => ({
  namespaceId,
  query,
  topK,
  ...(scoreThreshold > 0 && { scoreThreshold }),
  ...(filter && { filter: { metadata: filter } }),
});

/** Returns weights that sum to 1. They are rounded, because 1 - 0.9 is 0.09999999999999998. */
export const weightsOf = ({ semanticWeight }: Pick<SearchSettings, 'semanticWeight'>) => ({
  semanticWeight,
  keywordWeight: Math.round((1 - semanticWeight) * 1e6) / 1e6,
});

/** Sends one search. Rejects with a `DocfleetError`. */
export async function search(
  namespaceId: string,
  kind: Kind,
  settings: SearchSettings,
  signal: AbortSignal,
): Promise<Found> {
  const request = { ...requestOf(namespaceId, settings), explain: true };
  const options = { signal, ...(settings.tenantId && { tenantId: settings.tenantId }) };
  const startedAt = performance.now();
  const {
    results,
    timings,
    notices = [],
  } = kind === 'hybrid'
    ? await api.search.hybrid({ ...request, hybridConfig: weightsOf(settings) }, options)
    : await api.search.semantic({ ...request, searchType: 'SEMANTIC' }, options);
  if (results.length > 0) noteFirstSearch(namespaceId);
  return { results, notices, timings, tookMs: performance.now() - startedAt };
}

/** Returns the results for the current settings; the previous ones remain until they arrive. */
export function useFound(namespaceId: string, kind: Kind, settings: SearchSettings): UseQueryResult<Found> {
  const relevant = kind === 'semantic' ? { ...settings, semanticWeight: 1 } : settings;
  return useQuery({
    queryKey: ['search', namespaceId, kind, { ...relevant, mode: undefined }],
    enabled: settings.query.trim() !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => search(namespaceId, kind, relevant, signal),
  });
}
