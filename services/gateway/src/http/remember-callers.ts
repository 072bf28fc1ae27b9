import { createHash } from 'node:crypto';
import type { Principal } from '@docfleet/domain/api-key';
import { LRUCache } from 'lru-cache';

/** How long a key that another process revoked may keep working. */
const lifetimeMs = 3_000;
const maxCallers = 10_000;

type FindCaller = (presentedKey: string) => Promise<Principal | undefined>;

export interface Callers {
  readonly find: FindCaller;
  /** Whether the key was valid when it was looked up last, however long ago. */
  wasValid(presentedKey: string): boolean;
  /** Makes a key be looked up again. */
  forget(apiKeyId: string): void;
}

/** The keys themselves are not kept in memory. */
const nameOf = (presentedKey: string) => createHash('sha256').update(presentedKey).digest('base64');

/** Remembers for a moment which caller a valid key belongs to, so that a busy caller does not cost a query for each request. */
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
      // What was read before a key changed may not be true any longer.
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
