import { AppError } from '@docfleet/errors';

/** Divides a worker's slots among owners (namespaces), so that one whose provider hangs cannot take them all. */
export interface FairShare {
  /**
   * Works when the owner may have one more slot; rejects, to be retried later, when it may not before its timeout. Of those that wait, the
   * one with the lowest `place` gets the next slot, and of those that were rejected it is retried the soonest.
   */
  take<Result>(owner: string, work: () => Promise<Result>, place?: number): Promise<Result>;
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
/** From this place on none is ahead of others: the first documents of a namespace, and of each of its connections, are before it. */
const lastPlace = retryDelayMs / waitTimeoutMs - 1;

const othersFirst = (place: number) =>
  new AppError('SERVICE_UNAVAILABLE', 'Others come first', {
    details: { retryAfterMs: waitTimeoutMs * (1 + Math.min(place, lastPlace)) },
  });

/** Opens the division of so many slots; an `endless` owner waits without a timeout. */
export function createFairShare(slots: number, waitTimeout: 'short' | 'endless' = 'short'): FairShare {
  const taken = new Map<string, number>();
  const waiting = new Set<{ owner: string; place: number; admit: () => void }>();
  let free = slots;

  function admits(owner: string, place: number): boolean {
    const own = taken.get(owner) ?? 0;
    // What is ahead may have one slot more than its owner's share, but not the last one.
    const most = generosity * (place < lastPlace && free > 1 ? free : free - 1);
    if (free === 0 || (own > 0 && own >= most)) return false;
    taken.set(owner, own + 1);
    free -= 1;
    return true;
  }

  function release(owner: string): void {
    const left = (taken.get(owner) ?? 0) - 1;
    if (left > 0) taken.set(owner, left);
    else taken.delete(owner);
    free += 1;
    const inOrder = [...waiting].sort((one, other) => one.place - other.place);
    for (const waiter of inOrder) if (admits(waiter.owner, waiter.place)) waiter.admit();
  }

  function untilAdmitted(owner: string, place: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const sendBack = () => {
        waiting.delete(waiter);
        reject(othersFirst(place));
      };
      const timer = waitTimeout === 'short' ? setTimeout(sendBack, waitTimeoutMs) : undefined;
      const waiter = {
        owner,
        place,
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
    async take(owner, work, place = lastPlace) {
      if (!admits(owner, place)) await untilAdmitted(owner, place);
      try {
        return await work();
      } finally {
        release(owner);
      }
    },
  };
}
