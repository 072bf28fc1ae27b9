/** Length of a window. Windows begin with the minute. */
export const windowMs = 60_000;
/** Divisor of the window's remainder that one lease takes, so that leases shrink as the window fills. */
export const leaseShare = 16;

/** Requests of one window that a process may let through without asking again. */
export interface Lease {
  readonly granted: number;
  /** Requests left in the window besides this and other leases. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly endsInMs: number;
  /** End of the window, in seconds since 1970. */
  readonly resetAt: number;
  /** Returns the unused remainder; if that fails, it is lost until the window ends. */
  release(count: number): void;
}

/** Grants leases: at least as many units as `waiting` requests need, within the remainder; none when nothing remains. */
export type LeaseSource = (subject: string, limit: number, waiting: number) => Promise<Lease>;

/** Leases out of counts in this process: for tests, and for while Redis is unavailable. */
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
