import type { KeywordStatistics } from '@docfleet/domain/keyword-sample';
import { termId, type WeightedQuery, weighQuery } from '@docfleet/text-analysis';
import { LRUCache } from 'lru-cache';

/** A query of more says nothing more, and each costs the store. */
const maxTerms = 100;

/** A query's distinct terms, each with how rare the namespace's sample says it is. The rarest come first. */
export function queryTerms(text: string, { chunkCount, frequencies }: KeywordStatistics): WeightedQuery {
  const { terms, total } = weighQuery(text, {
    documentCount: chunkCount,
    frequencyOf: (term) => frequencies.get(termId(term)) ?? 0,
  });
  return { terms: terms.toSorted((a, b) => b.idf - a.idf).slice(0, maxTerms), total };
}

/**
 * Milliseconds for which statistics are reused: they change slowly in a large namespace, and reading them is the slowest part of a hybrid
 * search.
 */
const lifetimeMs = 60_000;
/** A small namespace's sample is read quickly, and a few documents change it. */
const smallSample = 1_000;
const smallLifetimeMs = 1_000;
/** A full sample holds some megabytes. */
const maxNamespaces = 50;

type ReadStatistics = (namespaceId: string) => Promise<KeywordStatistics>;

interface Remembered {
  statistics: Promise<KeywordStatistics>;
  until: number;
}

/** Refreshes a namespace's statistics periodically: only the first search waits, later ones use the previous statistics meanwhile. */
export function rememberStatistics(read: ReadStatistics, now: () => number = Date.now): ReadStatistics {
  const known = new LRUCache<string, Remembered>({ max: maxNamespaces });

  async function refresh(namespaceId: string, entry: Remembered): Promise<KeywordStatistics> {
    // Concurrent callers share one read.
    entry.until = Number.POSITIVE_INFINITY;
    try {
      const statistics = await read(namespaceId);
      entry.statistics = Promise.resolve(statistics);
      entry.until = now() + (statistics.chunkCount < smallSample ? smallLifetimeMs : lifetimeMs);
      return statistics;
    } catch (error) {
      known.delete(namespaceId);
      throw error;
    }
  }

  function remember(namespaceId: string): Promise<KeywordStatistics> {
    const entry: Remembered = {
      statistics: Promise.resolve({ chunkCount: 0, frequencies: new Map() }),
      until: 0,
    };
    known.set(namespaceId, entry);
    entry.statistics = refresh(namespaceId, entry);
    return entry.statistics;
  }

  return (namespaceId) => {
    const entry = known.get(namespaceId);
    if (!entry) return remember(namespaceId);
    // A failure is met by the next search, which reads anew.
    if (entry.until <= now()) refresh(namespaceId, entry).catch(() => undefined);
    return entry.statistics;
  };
}
