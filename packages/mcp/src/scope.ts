import type { ApiKey } from '@docfleet/sdk';

/** What API keys may be allowed. */
export type Scopes = ApiKey['scopes'];
export type NeededScope = Exclude<Scopes[number], 'admin'>;

/** What each scope is part of. */
const within = { read: ['read', 'ingest', 'admin'], ingest: ['ingest', 'admin'] } as const satisfies Record<
  NeededScope,
  Scopes
>;

/** Whether a key with these scopes may do what takes this one. */
export const allows = (scopes: Scopes, needed: NeededScope): boolean =>
  within[needed].some((scope) => scopes.includes(scope));
