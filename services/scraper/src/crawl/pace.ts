/** Visits in a row without a delay after which one more is begun at once. */
const servedForMore = 20;

/** Number of concurrent visits of a crawl: the maximum, or one where its host wants its pages further apart. */
export interface CrawlPace {
  mayBegin(underWay: number): boolean;
  /** Milliseconds until a visit may begin. */
  waitMs(): number;
  /** A visit was put off for so long. */
  delay(waitMs: number): void;
  /** A visit was made. */
  served(): void;
}

export function createPace(maxVisits: number): CrawlPace {
  let slots = maxVisits;
  let served = 0;
  let pausedUntil = 0;
  const waitMs = () => Math.max(0, pausedUntil - Date.now());
  return {
    waitMs,
    mayBegin: (underWay) => underWay < slots && waitMs() === 0,
    delay(ms) {
      slots = 1;
      served = 0;
      const until = Date.now() + ms;
      // Visits that began together are put off one behind the other: the first of them is the next.
      pausedUntil = waitMs() > 0 ? Math.min(pausedUntil, until) : until;
    },
    served() {
      served += 1;
      if (served % servedForMore === 0 && slots < maxVisits) slots += 1;
    },
  };
}
