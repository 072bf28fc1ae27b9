import { createHash } from 'node:crypto';
import type { Principal } from '@docfleet/domain/api-key';

/** How long a key that another process revoked may go on working. */
const lifetimeMs = 3_000;
const maxCallers = 10_000;

type FindCaller = (presentedKey: string) => Promise<Principal | undefined>;

export interface Callers {
  readonly find: FindCaller;
  /** Makes a key be looked up again. */
  forget(apiKeyId: string): void;
}

/** Remembers whom a valid key belongs to for a moment, so that a busy caller does not ask the database each time. */
export function rememberCallers(find: FindCaller, now: () => number = Date.now): Callers {
  const known = new Map<string, { caller: Principal; until: number }>();
  let changes = 0;

  return {
    async find(presentedKey) {
      // The keys themselves are not kept in memory.
      const name = createHash('sha256').update(presentedKey).digest('base64');
      const requestedAt = now();
      const remembered = known.get(name);
      if (remembered && remembered.until > requestedAt) return remembered.caller;
      const changesBefore = changes;
      const caller = await find(presentedKey);
      known.delete(name);
      // What was read before a key changed may not be true any longer.
      if (!caller || changes !== changesBefore) return caller;
      if (known.size >= maxCallers) known.clear();
      const expiresAt = caller.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
      known.set(name, { caller, until: Math.min(requestedAt + lifetimeMs, expiresAt) });
      return caller;
    },
    forget(apiKeyId) {
      changes += 1;
      for (const [name, { caller }] of known) if (caller.apiKeyId === apiKeyId) known.delete(name);
    },
  };
}
