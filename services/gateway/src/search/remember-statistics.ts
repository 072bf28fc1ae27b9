import type { KeywordStatistics } from '@docfleet/domain/keyword-sample';
import { LRUCache } from 'lru-cache';

/** How rare a term is changes slowly in a large namespace, and reading its sample is the dearest part of a hybrid search. */
const lifetimeMs = 60_000;
/** A small namespace's sample is read quickly, and a few documents change it. */
const smallSample = 1_000;
const smallLifetimeMs = 1_000;
/** A full sample holds some megabytes. */
const mostNamespaces = 50;

type ReadStatistics = (namespaceId: string) => Promise<KeywordStatistics>;

/** Reads a namespace's statistics now and then: only the first search waits for it, later ones go on with what is known meanwhile. */
export function rememberStatistics(read: ReadStatistics, now: () => number = Date.now): ReadStatistics {
  const known = new LRUCache<string, KeywordStatistics>({
    max: mostNamespaces,
    ttl: lifetimeMs,
    ttlResolution: 0,
    // At the moment 0 the cache takes nothing for old.
    perf: { now: () => now() + 1 },
    allowStale: true,
    async fetchMethod(namespaceId, _stale, { options }) {
      const statistics = await read(namespaceId);
      options.ttl = statistics.chunkCount < smallSample ? smallLifetimeMs : lifetimeMs;
      return statistics;
    },
  });
  return (namespaceId) => known.forceFetch(namespaceId);
}
