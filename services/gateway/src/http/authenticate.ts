import type { Principal } from '@docfleet/domain';
import { AppError } from '@docfleet/errors';
import type { Access } from './route.ts';

/** What each scope allows beside itself. */
const implied: Record<Exclude<Access, 'public'>, readonly Principal['scopes'][number][]> = {
  read: ['read', 'ingest', 'admin'],
  ingest: ['ingest', 'admin'],
  admin: ['admin'],
};

/** Longer ones are not looked up. */
const longestKey = 256;

/** The key in an Authorization header; undefined when there is none of our form. */
export function presentedKey(authorization: string | undefined): string | undefined {
  const [scheme, key, ...rest] = (authorization ?? '').trim().split(/ +/);
  if (scheme?.toLowerCase() !== 'bearer' || !key || rest.length > 0) return undefined;
  return key.startsWith('df_live_') && key.length <= longestKey ? key : undefined;
}

/** Tells whose request it is; undefined without a valid key. */
export async function authenticate(
  authorization: string | undefined,
  findCaller: (presentedKey: string) => Promise<Principal | undefined>,
): Promise<Principal | undefined> {
  const key = presentedKey(authorization);
  return key === undefined ? undefined : await findCaller(key);
}

/** What a request without a valid key is answered with. */
export function unauthorized(authorization: string | undefined): AppError {
  const message = authorization
    ? 'The API key is not valid: send a key that is in force as Authorization: Bearer df_live_…'
    : 'An API key is needed: send it as Authorization: Bearer df_live_…';
  return new AppError('UNAUTHORIZED', message);
}

/** Throws FORBIDDEN when the key lacks the scope. */
export function requireScope({ scopes }: Principal, needed: Exclude<Access, 'public'>): void {
  if (scopes.some((scope) => implied[needed].includes(scope))) return;
  throw new AppError('FORBIDDEN', `This needs an API key with the scope ${needed}`);
}
