import { type LeaseSource, leaseShare, windowMs } from './lease.ts';

/** Leases out of counts in this process: for tests, and for while Redis is away. */
export function createLocalLeases(now: () => number = Date.now): LeaseSource {
  const used = new Map<string, number>();
  let current = 0;

  return async (subject, limit, waiting) => {
    const window = Math.floor(now() / windowMs);
    if (window !== current) used.clear();
    current = window;
    const before = used.get(subject) ?? 0;
    const left = Math.max(0, limit - before);
    const granted = Math.min(left, Math.max(Math.ceil(left / leaseShare), waiting));
    used.set(subject, before + granted);
    return {
      granted,
      remaining: left - granted,
      endsInMs: (window + 1) * windowMs - now(),
      resetAt: ((window + 1) * windowMs) / 1_000,
      release(count) {
        if (window === current) used.set(subject, (used.get(subject) ?? 0) - count);
      },
    };
  };
}
