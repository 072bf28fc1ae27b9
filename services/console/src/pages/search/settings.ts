import type { MetadataFilter } from '@docfleet/sdk';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { tenant } from '../../api/tenant.ts';
import { useStore } from '../../store.ts';
import { readFilter } from './filter.ts';

/** Which searches are shown. */
export const modes = [
  { value: 'both', label: 'Side by side' },
  { value: 'hybrid', label: 'Meaning and words' },
  { value: 'semantic', label: 'Meaning' },
] as const;

/** A search mode. */
type Mode = (typeof modes)[number]['value'];

/** All settings of a search. They are in the address, so that a search can be shared. */
export interface SearchSettings {
  readonly query: string;
  readonly mode: Mode;
  /** From 0, words only, to 1, meaning only. */
  readonly semanticWeight: number;
  readonly topK: number;
  readonly scoreThreshold: number;
  readonly filter: MetadataFilter | undefined;
  /** Empty: all tenants. */
  readonly tenantId: string;
}

/** As many as the API returns at once. */
export const maxResults = 1_000;

/** The settings of an address that has none. */
export const defaultSettings: SearchSettings = {
  query: '',
  mode: 'both',
  semanticWeight: 0.7,
  topK: 10,
  scoreThreshold: 0,
  filter: undefined,
  tenantId: '',
};

/** The settings as the address has them, without the defaults. */
export interface Written {
  readonly q?: string | undefined;
  readonly mode?: string | undefined;
  readonly weight?: string | undefined;
  readonly top?: string | undefined;
  readonly least?: string | undefined;
  readonly filter?: string | undefined;
  readonly tenant?: string | undefined;
}

/** A number of the address, which may have been edited. */
function numberOf(
  text: string | undefined,
  fallback: number,
  [least, most]: readonly [number, number],
): number {
  const value = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : fallback;
}

/** The settings of the address, and a function that changes them. */
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
