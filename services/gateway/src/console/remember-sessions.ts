import { LRUCache } from 'lru-cache';

/** How long a session that another process ended may go on. */
const lifetimeMs = 3_000;
const maxSessions = 10_000;

/** Spares the console's requests the question whether their session is still open. */
export function rememberSessions(isOpen: (sessionId: string) => Promise<boolean>) {
  const open = new LRUCache<string, true>({ max: maxSessions, ttl: lifetimeMs });
  return {
    async isSessionOpen(sessionId: string): Promise<boolean> {
      if (open.has(sessionId)) return true;
      const found = await isOpen(sessionId);
      if (found) open.set(sessionId, true);
      return found;
    },
    forgetSession: (sessionId: string) => void open.delete(sessionId),
  };
}
