import { createHash } from 'node:crypto';
import type { Principal } from '@docfleet/domain/api-key';
import { LRUCache } from 'lru-cache';

/** Milliseconds for which a key that another process revoked may still be accepted. */
const lifetimeMs = 3_000;
const maxCallers = 10_000;

type FindCaller = (presentedKey: string) => Promise<Principal | undefined>;

export interface Callers {
  readonly find: FindCaller;
  /** Whether the key was valid at its last lookup, however long ago. */
  wasValid(presentedKey: string): boolean;
  /** Removes a key from the cache, so that its next request looks it up again. */
  forget(apiKeyId: string): void;
}

/** Returns the hash under which a key is cached: the keys themselves are not kept in memory. */
const nameOf = (presentedKey: string) => createHash('sha256').update(presentedKey).digest('base64');

/** Caches for a moment which caller a valid key belongs to, so that not every request of a busy caller costs a query. */
export function rememberCallers(find: FindCaller, now: () => number = Date.now): Callers {
  const known = new LRUCache<string, { caller: Principal; until: number }>({ max: maxCallers });
  let changes = 0;

  return {
    async find(presentedKey) {
      const name = nameOf(presentedKey);
      const requestedAt = now();
      const remembered = known.get(name);
      if (remembered && remembered.until > requestedAt) return remembered.caller;
      const changesBefore = changes;
      const caller = await find(presentedKey);
      if (!caller) known.delete(name);
      // A caller read before a key changed may be out of date.
      if (!caller || changes !== changesBefore) return caller;
      const expiresAt = caller.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
      known.set(name, { caller, until: Math.min(requestedAt + lifetimeMs, expiresAt) });
      return caller;
    },
    wasValid: (presentedKey) => known.has(nameOf(presentedKey)),
    forget(apiKeyId) {
      changes += 1;
      for (const [name, { caller }] of [...known.entries()])
        if (caller.apiKeyId === apiKeyId) known.delete(name);
    },
  };
}
