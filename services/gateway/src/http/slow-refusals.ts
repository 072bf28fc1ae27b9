import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** Refusals of one subject within a second that are sent at once: requests that were under way when its limit was used up. */
const soonPerSecond = 20;
/** The next ones wait for this long: a client that repeats refused requests without waiting would take the processor from all others. */
const waitMs = 1_000;
/** Refusals that wait at once in a process; more are sent at once, as each that waits keeps a connection open. */
const maxWaiting = 200;
const maxSubjects = 10_000;

export interface SlowRefusals {
  /** Resolves when a refusal of this subject may be sent, or its caller has gone. */
  wait(subject: string, signal: AbortSignal): Promise<void>;
}

/** Makes a client that goes on after its limit is used up wait for each refusal. */
export function createSlowRefusals(): SlowRefusals {
  const counts = new LRUCache<string, { refused: number }>({ max: maxSubjects, ttl: 1_000 });
  let waiting = 0;
  return {
    async wait(subject, signal) {
      const count = counts.get(subject) ?? { refused: 0 };
      if (count.refused === 0) counts.set(subject, count);
      count.refused += 1;
      if (count.refused <= soonPerSecond || waiting >= maxWaiting) return;
      waiting += 1;
      try {
        await delay(waitMs, undefined, { signal, ref: false });
      } catch {
        // The caller has gone.
      } finally {
        waiting -= 1;
      }
    },
  };
}
