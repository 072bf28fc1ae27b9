import { createHash, randomBytes } from 'node:crypto';
import type { Cache } from '@docfleet/redis/cache';
import type { Vault } from '@docfleet/secrets';

const lifetimeMs = 10 * 60_000;
const codeBytes = 24;
const place = 'console-sign-in-code';

/** Script for Redis that returns the sealed key of a code and deletes it in one step, so that a code works once. */
const take = `local kept = redis.call('GET', KEYS[1]) redis.call('DEL', KEYS[1]) return kept`;

const cacheKey = (code: string) => `console-code:${createHash('sha256').update(code).digest('base64url')}`;

/** Dependencies of sign-in codes: `cache` stores the sealed keys, `vault` seals them. */
export interface SignInCodes {
  readonly cache: Cache;
  readonly vault: Vault;
}

/** Creates a code that signs in with a key, once and within ten minutes. Redis stores only a hash of the code and the sealed key. */
async function createSignInCode({ cache, vault }: SignInCodes, apiKey: string): Promise<string> {
  const code = randomBytes(codeBytes).toString('base64url');
  const sealed = Buffer.from(vault.seal(apiKey, place)).toString('base64');
  await cache.set(cacheKey(code), Buffer.from(sealed), lifetimeMs);
  return code;
}

/** Returns an address that signs its reader in with a key, once and within ten minutes. */
export async function createSignInLink(
  codes: SignInCodes,
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
): Promise<string> {
  return `${url}/console/sign-in?code=${await createSignInCode(codes, apiKey)}`;
}

/** Returns the key of a code and makes the code invalid; undefined when it is unknown, used or expired. */
export async function spendSignInCode(
  { cache, vault }: SignInCodes,
  code: string,
): Promise<string | undefined> {
  const kept = await cache.run(take, cacheKey(code), []);
  return typeof kept === 'string' ? vault.open(Buffer.from(kept, 'base64'), place) : undefined;
}
