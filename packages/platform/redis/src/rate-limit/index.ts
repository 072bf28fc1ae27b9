export { createCacheLeases } from './cache-leases.ts';
export { createLocalLeases } from './lease.ts';
export { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
export { withFallback } from './with-fallback.ts';
