export { hasCredentials } from './dispatcher.ts';
export { createEgress, type Egress, type EgressSettings } from './egress.ts';
export type { Exchange } from './observe.ts';
export { decodeHeader, harmlessHeaders, isSameSite, networkSentence } from './redirects.ts';
export { exhaustedForMs, retryAfterMs } from './retry-after.ts';
export type { PageRequest, PageResponse } from './web-client.ts';
