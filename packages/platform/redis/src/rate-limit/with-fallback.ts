import type { Logger } from '@docfleet/runtime/logging';
import type { LeaseSource } from './lease.ts';

/** Milliseconds for which a source that has failed is not tried. */
const pauseMs = 1_000;

/** Grants from `fallback` while `source` fails: callers are still served, each process counting for itself. Says so once. */
export function withFallback(
  source: LeaseSource,
  fallback: LeaseSource,
  logger: Logger,
  now: () => number = Date.now,
): LeaseSource {
  let failedAt: number | undefined;

  return async (subject, limit, waiting) => {
    if (failedAt !== undefined && now() - failedAt < pauseMs) return fallback(subject, limit, waiting);
    try {
      const lease = await source(subject, limit, waiting);
      if (failedAt !== undefined) logger.info('rate limits are shared again');
      failedAt = undefined;
      return lease;
    } catch (error) {
      if (failedAt === undefined)
        logger.warn({ error }, 'rate limits cannot be shared: each process counts for itself');
      failedAt = now();
      return fallback(subject, limit, waiting);
    }
  };
}
