import { AppError } from '@docfleet/errors';

/** Divides a worker's slots among namespaces, so that one whose provider hangs cannot take them all. */
export interface FairShare {
  /** Works when the namespace may have one more slot; rejects, to be looked at again later, when it may not soon. */
  take<Result>(namespaceId: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * A namespace may have four times as many slots as are free (dynamic thresholds: Choudhury and Hahne, 1998). Alone it gets four
 * fifths of all, two get four ninths each, and the last free slot is for one that has none: there is room for whoever comes next.
 */
const generosity = 4;
/** Where documents end all the time a slot is free in a moment, and no job need go back to the queue. */
const patienceMs = 100;
const comeBackAfterMs = 1_000;

/** Opens the division of so many slots. */
export function createFairShare(slots: number): FairShare {
  const taken = new Map<string, number>();
  const waiting = new Set<{ namespaceId: string; admit: () => void }>();
  let free = slots;

  function admits(namespaceId: string): boolean {
    const own = taken.get(namespaceId) ?? 0;
    if (free === 0 || (own > 0 && own >= generosity * (free - 1))) return false;
    taken.set(namespaceId, own + 1);
    free -= 1;
    return true;
  }

  function giveBack(namespaceId: string): void {
    const left = (taken.get(namespaceId) ?? 0) - 1;
    if (left > 0) taken.set(namespaceId, left);
    else taken.delete(namespaceId);
    free += 1;
    for (const waiter of waiting) if (admits(waiter.namespaceId)) waiter.admit();
  }

  function untilAdmitted(namespaceId: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = {
        namespaceId,
        admit() {
          clearTimeout(patience);
          waiting.delete(waiter);
          resolve();
        },
      };
      const patience = setTimeout(() => {
        waiting.delete(waiter);
        reject(
          new AppError('SERVICE_UNAVAILABLE', 'Other documents of this namespace come first', {
            details: { retryAfterMs: comeBackAfterMs },
          }),
        );
      }, patienceMs);
      waiting.add(waiter);
    });
  }

  return {
    async take(namespaceId, work) {
      if (!admits(namespaceId)) await untilAdmitted(namespaceId);
      try {
        return await work();
      } finally {
        giveBack(namespaceId);
      }
    },
  };
}
