/** How a vendor's HTTP API is spoken to and what its refusals mean: for other ports whose vendors are the same. */
export type { RefusalNote, RefusalSubject } from './refusal.ts';
export { type Vendor, vendorError } from './vendor-error.ts';
export { failingInBody, vendorFetch } from './vendor-fetch.ts';
export { apiKey, baseUrl } from './vendor-settings.ts';
