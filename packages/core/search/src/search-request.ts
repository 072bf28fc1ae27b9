import { availableParallelism } from 'node:os';
import type { SourceFilter } from '@docfleet/domain/document';
import { type KeywordStatistics, readKeywordStatistics } from '@docfleet/domain/keyword-sample';
import type { Embedder } from '@docfleet/embedding';
import type { MetadataFilter } from '@docfleet/metadata-filter';
import type { Resources } from '@docfleet/pipeline/resources';
import { limits } from '@docfleet/runtime/config';
import { type ActiveOwners, createTurns, type Turns } from '@docfleet/runtime/fairness';
import type { ParsedQuery } from '@docfleet/text-analysis';
import type { KeywordPart } from '@docfleet/vector-store';
import type { Recency } from './boost-recent.ts';
import type { Expansion } from './expand-result.ts';
import { rememberStatistics } from './remember-statistics.ts';

/** Measures steps by name; steps that run side by side overlap. */
export interface Stopwatch {
  /** Milliseconds of each step so far; a step that ran several times adds up. */
  readonly timings: Record<string, number>;
  time<Result>(step: string, work: () => Promise<Result>): Promise<Result>;
}

export function createStopwatch(): Stopwatch {
  const timings: Record<string, number> = {};
  return {
    timings,
    async time(step, work) {
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        timings[step] = (timings[step] ?? 0) + performance.now() - startedAt;
      }
    },
  };
}

/** Resources that searches need. */
export interface SearchContext extends Pick<Resources, 'cache' | 'database' | 'providers'> {
  /** Returns the frequencies of terms in a namespace. */
  keywordStatistics(namespaceId: string): Promise<KeywordStatistics>;
  /** Turns for what searches compute in this process, by organization. */
  readonly searchTurns: Turns;
  /** Turns for waiting for vendors, by namespace. */
  readonly vendorTurns: Turns;
}

/** Two for each processor, as a search waits for PostgreSQL as well; one is always left for another organization. */
const searchesAtOnce = Math.max(4, 2 * availableParallelism());
/** Half of the processors, so that another organization's search computes at once. */
const searchesBesideOthers = Math.max(1, Math.floor(searchesAtOnce / 4));

/** Returns what searches of this process share; `active` are the organizations between which they are divided. */
export const createSearchContext = (
  { cache, database, providers }: Pick<Resources, 'cache' | 'database' | 'providers'>,
  active: ActiveOwners,
): SearchContext => ({
  cache,
  database,
  providers,
  keywordStatistics: rememberStatistics((namespaceId) => readKeywordStatistics(database, namespaceId)),
  searchTurns: createTurns({
    perOwner: searchesAtOnce - 1,
    besideOthers: { turns: searchesBesideOthers, active },
    atOnce: searchesAtOnce,
    waitMs: limits.searchWaitMs,
  }),
  vendorTurns: createTurns({
    perOwner: limits.vendorRequestsPerNamespace,
    waitMs: limits.searchWaitMs,
    ownerName: 'namespace',
  }),
});

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
  /** Whether matches that follow each other in one section are one result. */
  readonly mergeNeighbors: boolean;
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
  mergeNeighbors: false,
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

export type Weights = SearchRequest['weights'];
/** Chooses the weights of a search that names none, by the models of the namespaces that it searches. */
export type ChooseWeights = (embedders: readonly Pick<Embedder, 'defaultWeights'>[]) => Weights;

/**
 * Returns the weights of a search whose request names none: those that all models recommend alike, and undefined (semantic search only)
 * where they differ, as scores of different weights cannot be compared.
 */
export const defaultWeights: ChooseWeights = (embedders) => {
  const [first, ...others] = embedders.map((embedder) => embedder.defaultWeights);
  return others.every((weights) => weights?.semanticWeight === first?.semanticWeight) ? first : undefined;
};

/** Returns the weights of a search that has to compare words: the models' default weights, or 0.7 semantic and 0.3 keyword. */
export const hybridWeights: ChooseWeights = (embedders) =>
  defaultWeights(embedders) ?? { semanticWeight: 0.7, keywordWeight: 0.3 };
