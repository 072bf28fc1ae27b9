import type { KeywordStatistics } from '@docfleet/domain/keyword-sample';
import type { Resources } from '@docfleet/pipeline/resources';
import type { Turns } from '@docfleet/runtime/fairness';

/** Resources that searches need. */
export interface SearchContext extends Pick<Resources, 'cache' | 'database' | 'providers'> {
  /** Returns the frequencies of terms in a namespace. */
  keywordStatistics(namespaceId: string): Promise<KeywordStatistics>;
  /** Turns for what searches compute in this process, by organization. */
  readonly searchTurns: Turns;
  /** Turns for waiting for vendors, by namespace. */
  readonly vendorTurns: Turns;
}
