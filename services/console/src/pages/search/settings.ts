import type { MetadataFilter } from '@docfleet/sdk';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { tenant } from '../../api/tenant.ts';
import { useStore } from '../../store.ts';
import { readFilter } from './filter.ts';

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
  tenantId: '',
};

/** Settings as parameters of the address, without the defaults. */
export interface Written {
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
    tenantId: written.tenant || shownTenant,
  };
  const change = (next: Written) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...next }), replace: true });
  return [settings, change];
}
