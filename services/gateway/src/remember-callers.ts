import { createHash } from 'node:crypto';
import type { Principal } from '@docfleet/domain';

/** How long a revoked key may go on working. */
const lifetimeMs = 3_000;
const mostCallers = 10_000;

type FindCaller = (presentedKey: string) => Promise<Principal | undefined>;

/** Remembers whom a valid key belongs to for a moment, so that a busy caller does not ask the database each time. */
export function rememberCallers(find: FindCaller, now: () => number = Date.now): FindCaller {
  const known = new Map<string, { caller: Principal; until: number }>();

  return async (presentedKey) => {
    // The keys themselves are not kept in memory.
    const name = createHash('sha256').update(presentedKey).digest('base64');
    const remembered = known.get(name);
    if (remembered && remembered.until > now()) return remembered.caller;
    const caller = await find(presentedKey);
    known.delete(name);
    if (!caller) return undefined;
    if (known.size >= mostCallers) known.clear();
    known.set(name, { caller, until: now() + lifetimeMs });
    return caller;
  };
}
