export { createEgress, type Egress } from './egress.ts';
export { retryAfterMs } from './retry-after.ts';
