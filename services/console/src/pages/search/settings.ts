import type { MetadataFilter, SearchResult, SearchTimings } from '@docfleet/sdk';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { tenant } from '../../api/console-fetch.ts';
import { noteFirstSearch } from '../../first-steps.ts';
import { useStore } from '../../store.ts';
import { type SourceFilter, type SourceTexts, sourceFilterOf } from '../documents/source-filter.ts';
import { readFilter } from './filter.ts';

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
export const requestOf = (namespaceId: string, settings: SearchSettings) => {
  const { query, topK, scoreThreshold, filter, source } = settings;
  const chosen = { ...(filter && { metadata: filter }), ...(source && { source }) };
  return {
    namespaceId,
    query,
    topK,
    ...(scoreThreshold > 0 && { scoreThreshold }),
    ...((filter || source) && { filter: chosen }),
  };
};

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

/** Search methods whose results are shown. */
export const modes = [
  { value: 'both', label: 'Side by side' },
  { value: 'hybrid', label: 'Meaning and words' },
  { value: 'semantic', label: 'Meaning' },
] as const;

/** Name of a selection of search methods. */
type Mode = (typeof modes)[number]['value'];

/** Settings of a search. They are kept in the address, so that a search can be shared. */
export interface SearchSettings {
  readonly query: string;
  readonly mode: Mode;
  /** Weight of the semantic search: from 0, words only, to 1, meaning only. */
  readonly semanticWeight: number;
  readonly topK: number;
  readonly scoreThreshold: number;
  readonly filter: MetadataFilter | undefined;
  readonly source: SourceFilter | undefined;
  /** Tenant whose documents are searched; empty for all tenants. */
  readonly tenantId: string;
}

/** Maximum number of results in one response of the API. */
export const maxResults = 1_000;

/** Settings of an address without parameters. */
export const defaultSettings: SearchSettings = {
  query: '',
  mode: 'both',
  semanticWeight: 0.7,
  topK: 10,
  scoreThreshold: 0,
  filter: undefined,
  source: undefined,
  tenantId: '',
};

/** Settings as parameters of the address, without the defaults. */
export interface Written extends SourceTexts {
  readonly q?: string | undefined;
  readonly mode?: string | undefined;
  readonly weight?: string | undefined;
  readonly top?: string | undefined;
  readonly least?: string | undefined;
  readonly filter?: string | undefined;
  readonly tenant?: string | undefined;
}

/** Parses a number of the address, limited to a range; `fallback` for anything else, as the address may have been edited. */
function numberOf(
  text: string | undefined,
  fallback: number,
  [least, most]: readonly [number, number],
): number {
  const value = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : fallback;
}

/** Returns the settings of the address, and a function that changes them. */
export function useSettings(): [SearchSettings, (written: Written) => void] {
  const written: Written = useSearch({ strict: false });
  const navigate = useNavigate();
  const shownTenant = useStore(tenant);
  const settings: SearchSettings = {
    query: written.q ?? '',
    mode: modes.find(({ value }) => value === written.mode)?.value ?? defaultSettings.mode,
    semanticWeight: numberOf(written.weight, defaultSettings.semanticWeight, [0, 1]),
    topK: Math.round(numberOf(written.top, 10, [1, maxResults])),
    scoreThreshold: numberOf(written.least, 0, [0, 1]),
    filter: readFilter(written.filter ?? ''),
    source: sourceFilterOf(written),
    tenantId: written.tenant || shownTenant,
  };
  const change = (next: Written) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...next }), replace: true });
  return [settings, change];
}
