import { LRUCache } from 'lru-cache';
import type { NamespaceLoad } from './load.ts';

/** The initial state of a document. */
export interface Admission {
  readonly status: 'QUEUED' | 'BACKLOG';
  /** Documents of its namespace that are in flight before it. */
  readonly documentsAhead: number;
}

export interface WindowAdmission {
  /** Returns the initial state of a document that is accepted now. */
  admit(namespaceId: string): Promise<Admission>;
  /** Returns the number of other documents of the namespace in flight, at most 200 ms old. */
  othersInFlight(namespaceId: string): Promise<number>;
}

/** The admission into an idle namespace. */
export const admittedAtOnce: Admission = { status: 'QUEUED', documentsAhead: 0 };

const lifetimeMs = 200;
const maxNamespaces = 10_000;

interface Remembered {
  readonly load: Promise<NamespaceLoad>;
  /** Documents that were admitted since. */
  admitted: number;
}

/**
 * Creates the admission of accepted documents: each is QUEUED if its namespace's window has room, otherwise BACKLOG. The number in flight
 * is read at most five times a second, and admissions of this process are added to it: several processes together may exceed the window
 * slightly.
 */
export function createAdmission(
  windowSize: number,
  read: (namespaceId: string) => Promise<NamespaceLoad>,
): WindowAdmission {
  const known = new LRUCache<string, Remembered>({ max: maxNamespaces, ttl: lifetimeMs });

  function look(namespaceId: string): Remembered {
    const remembered = known.get(namespaceId);
    if (remembered) return remembered;
    const fresh = { load: read(namespaceId), admitted: 0 };
    known.set(namespaceId, fresh);
    // The next caller must not receive an old error.
    fresh.load.catch(() => known.peek(namespaceId) === fresh && known.delete(namespaceId));
    return fresh;
  }

  return {
    async admit(namespaceId) {
      const remembered = look(namespaceId);
      const { inFlight, hasBacklog } = await remembered.load;
      const documentsAhead = inFlight + remembered.admitted;
      // New documents do not overtake the backlog.
      if (hasBacklog || documentsAhead >= windowSize) return { status: 'BACKLOG', documentsAhead };
      remembered.admitted += 1;
      return { status: 'QUEUED', documentsAhead };
    },
    async othersInFlight(namespaceId) {
      return Math.max(0, (await look(namespaceId).load).inFlight - 1);
    },
  };
}
