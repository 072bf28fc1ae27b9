import { AppError } from '@docfleet/errors';

/** Divides a worker's slots among owners (namespaces), so that one whose provider hangs cannot take them all. */
export interface FairShare {
  /** Works when the owner may have one more slot; rejects, to be retried later, when it may not before its timeout. */
  take<Result>(owner: string, work: () => Promise<Result>): Promise<Result>;
  /** Occupied slots. */
  inUse(): number;
}

/**
 * An owner may have four times as many slots as are free (dynamic thresholds: Choudhury and Hahne, 1998). Alone it gets four
 * fifths of all, two get four ninths each, and the last free slot is for one that has none: there is room for the next owner.
 */
const generosity = 4;
/** Where documents end all the time a slot is free in a moment, and no job need go back to the queue. */
const waitTimeoutMs = 100;
const retryDelayMs = 1_000;

/** Opens the division of so many slots; an `endless` owner waits without a timeout. */
export function createFairShare(slots: number, waitTimeout: 'short' | 'endless' = 'short'): FairShare {
  const taken = new Map<string, number>();
  const waiting = new Set<{ owner: string; admit: () => void }>();
  let free = slots;

  function admits(owner: string): boolean {
    const own = taken.get(owner) ?? 0;
    if (free === 0 || (own > 0 && own >= generosity * (free - 1))) return false;
    taken.set(owner, own + 1);
    free -= 1;
    return true;
  }

  function release(owner: string): void {
    const left = (taken.get(owner) ?? 0) - 1;
    if (left > 0) taken.set(owner, left);
    else taken.delete(owner);
    free += 1;
    for (const waiter of waiting) if (admits(waiter.owner)) waiter.admit();
  }

  function untilAdmitted(owner: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const sendBack = () => {
        waiting.delete(waiter);
        reject(
          new AppError('SERVICE_UNAVAILABLE', 'Others come first', {
            details: { retryAfterMs: retryDelayMs },
          }),
        );
      };
      const timer = waitTimeout === 'short' ? setTimeout(sendBack, waitTimeoutMs) : undefined;
      const waiter = {
        owner,
        admit() {
          clearTimeout(timer);
          waiting.delete(waiter);
          resolve();
        },
      };
      waiting.add(waiter);
    });
  }

  return {
    inUse: () => slots - free,
    async take(owner, work) {
      if (!admits(owner)) await untilAdmitted(owner);
      try {
        return await work();
      } finally {
        release(owner);
      }
    },
  };
}
