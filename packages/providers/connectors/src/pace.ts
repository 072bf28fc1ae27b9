import { setTimeout as sleep } from 'node:timers/promises';

export interface PaceClock {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const realClock: PaceClock = {
  now: () => performance.now(),
  async sleep(milliseconds, signal) {
    await sleep(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
  },
};

/** Limits requests to an average rate per second, with a burst of one second's worth after a rest. */
export function createPace(
  requestsPerSecond: number,
  clock: PaceClock = realClock,
): (signal: AbortSignal) => Promise<void> {
  const intervalMs = 1_000 / requestsPerSecond;
  const burstMs = Math.max(0, 1_000 - intervalMs);
  let nextAt = Number.NEGATIVE_INFINITY;

  return async (signal) => {
    signal.throwIfAborted();
    const now = clock.now();
    nextAt = Math.max(nextAt, now - burstMs);
    const waitMs = nextAt - now;
    nextAt += intervalMs;
    if (waitMs > 0) await clock.sleep(waitMs, signal);
  };
}
