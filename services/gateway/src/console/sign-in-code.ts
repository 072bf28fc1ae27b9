import { createHash, randomBytes } from 'node:crypto';
import type { Cache } from '@docfleet/redis/cache';
import type { Vault } from '@docfleet/secrets';

const lifetimeMs = 10 * 60_000;
const codeBytes = 24;
const place = 'console-sign-in-code';

/** Returns what a code stands for and deletes it in one step, so that it works for one caller only. */
const take = `local kept = redis.call('GET', KEYS[1]) redis.call('DEL', KEYS[1]) return kept`;

const cacheKey = (code: string) => `console-code:${createHash('sha256').update(code).digest('base64url')}`;

/** What codes are kept with. */
export interface SignInCodes {
  readonly cache: Cache;
  readonly vault: Vault;
}

/** A code that signs in with a key, once and within ten minutes. Redis has neither of the two in the clear. */
async function createSignInCode({ cache, vault }: SignInCodes, apiKey: string): Promise<string> {
  const code = randomBytes(codeBytes).toString('base64url');
  const sealed = Buffer.from(vault.seal(apiKey, place)).toString('base64');
  await cache.set(cacheKey(code), Buffer.from(sealed), lifetimeMs);
  return code;
}

/** The address that signs its reader in with a key: it works once, within ten minutes. */
export async function createSignInLink(
  codes: SignInCodes,
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
): Promise<string> {
  return `${url}/console/sign-in?code=${await createSignInCode(codes, apiKey)}`;
}

/** The key that a code stands for, which is of no use afterwards; undefined when it is none, used or too old. */
export async function spendSignInCode(
  { cache, vault }: SignInCodes,
  code: string,
): Promise<string | undefined> {
  const kept = await cache.run(take, cacheKey(code), []);
  return typeof kept === 'string' ? vault.open(Buffer.from(kept, 'base64'), place) : undefined;
}
