export { createEgress, type Egress, type EgressSettings } from './egress.ts';
export type { Exchange } from './observe.ts';
export { networkSentence } from './page-error.ts';
export { decodeHeader, harmlessHeaders, isSameSite } from './redirects.ts';
export { exhaustedForMs, retryAfterMs } from './retry-after.ts';
export { hasCredentials } from './target.ts';
export type { PageRequest, PageResponse } from './web-client.ts';
