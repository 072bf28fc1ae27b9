import type { SourceFilter } from '@docfleet/domain/document';
import type { MetadataFilter } from '@docfleet/metadata-filter';
import type { ParsedQuery } from '@docfleet/text-analysis';
import type { KeywordPart } from '@docfleet/vector-store';
import type { Recency } from './boost-recent.ts';
import type { Expansion } from './expand-result.ts';
import type { SearchContext } from './search-context.ts';
import type { createStopwatch } from './stopwatch.ts';

/** Request to search one namespace. */
export interface SearchRequest {
  readonly query: string;
  /** Results to leave out, and how many to return. */
  readonly offset: number;
  readonly topK: number;
  readonly scoreThreshold: number;
  readonly filter: MetadataFilter | undefined;
  readonly source: SourceFilter | undefined;
  readonly tenantId: string | undefined;
  readonly weights?: { readonly semanticWeight: number; readonly keywordWeight: number } | undefined;
  readonly maxPerDocument: number | undefined;
  readonly collapseDuplicates: boolean;
  /** Whether quotes and hyphens of the query are operators; not in a query that a program writes. */
  readonly readsOperators: boolean;
  readonly expand: Expansion | undefined;
  readonly highlights: boolean;
  readonly facets: readonly string[];
  readonly recency: Recency | undefined;
  readonly rerank: { readonly topN: number } | undefined;
  /** Whether each result reports where its score comes from. */
  readonly explain: boolean;
}

/** A search for ten results of all documents, by a query whose operators are read: what a request is that names nothing else. */
export const searchDefaults = {
  offset: 0,
  topK: 10,
  scoreThreshold: 0,
  filter: undefined,
  source: undefined,
  maxPerDocument: undefined,
  collapseDuplicates: true,
  readsOperators: true,
  expand: undefined,
  highlights: false,
  facets: [],
  recency: undefined,
  rerank: undefined,
  explain: false,
} as const satisfies Partial<SearchRequest>;

/** A request under way, with what its steps work with. */
export interface Search extends Pick<SearchContext, 'cache' | 'database'> {
  readonly namespaceId: string;
  readonly request: SearchRequest;
  readonly parsed: ParsedQuery;
  /** Number of matches to find. */
  readonly wanted: number;
  readonly keyword: Promise<KeywordPart> | undefined;
  readonly time: ReturnType<typeof createStopwatch>['time'];
  readonly signal: AbortSignal;
  /** Does what may wait for a vendor, unless it is local: the turn of the search is released meanwhile. */
  atVendor<Result>(provider: { readonly isLocal?: true }, work: () => Promise<Result>): Promise<Result>;
  /** The organization whose computations take turns with those of others. */
  readonly owner: string;
}
