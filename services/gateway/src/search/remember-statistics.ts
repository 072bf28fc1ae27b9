import type { KeywordStatistics } from '@docfleet/domain';

/** How rare a term is changes slowly, and reading the sample is the dearest part of a hybrid search. */
const lifetimeMs = 60_000;
/** A full sample holds some megabytes. */
const mostNamespaces = 50;

type ReadStatistics = (namespaceId: string) => Promise<KeywordStatistics>;

/** Reads a namespace's statistics at most once a minute; callers of the same moment share one reading. */
export function rememberStatistics(read: ReadStatistics, now: () => number = Date.now): ReadStatistics {
  const known = new Map<string, { statistics: Promise<KeywordStatistics>; until: number }>();

  return (namespaceId) => {
    const remembered = known.get(namespaceId);
    if (remembered && remembered.until > now()) return remembered.statistics;
    const statistics = read(namespaceId);
    known.delete(namespaceId);
    known.set(namespaceId, { statistics, until: now() + lifetimeMs });
    statistics.catch(() => known.delete(namespaceId));
    const [oldest] = known.keys();
    if (known.size > mostNamespaces && oldest) known.delete(oldest);
    return statistics;
  };
}
