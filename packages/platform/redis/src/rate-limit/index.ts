export { createCacheLeases, createLocalLeases, withFallback } from './lease.ts';
export { createRateLimiter, type RateLimiter } from './rate-limiter.ts';
