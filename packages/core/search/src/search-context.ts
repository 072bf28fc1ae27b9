import { availableParallelism } from 'node:os';
import { type KeywordStatistics, readKeywordStatistics } from '@docfleet/domain/keyword-sample';
import type { Resources } from '@docfleet/pipeline/resources';
import { limits } from '@docfleet/runtime/config';
import { type ActiveOwners, createTurns, type Turns } from '@docfleet/runtime/fairness';
import { rememberStatistics } from './remember-statistics.ts';

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
