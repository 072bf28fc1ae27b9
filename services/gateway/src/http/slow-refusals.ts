import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** Maximum of refusals of one subject a second that are sent at once: its requests were in progress when the limit was used up. */
const soonPerSecond = 20;
/** Milliseconds that each further refusal is delayed: a client that repeats refused requests at once would take the processor from all others. */
const waitMs = 1_000;
/** Maximum of delayed refusals in a process; others are sent at once, since each delayed one keeps a connection open. */
const maxWaiting = 200;
const maxSubjects = 10_000;

export interface SlowRefusals {
  /** Resolves when a refusal of this subject may be sent, or its caller has gone. */
  wait(subject: string, signal: AbortSignal): Promise<void>;
}

/** Creates a delay for the refusals of clients that continue after their limit is used up. */
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
