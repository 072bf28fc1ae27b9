import { LRUCache } from 'lru-cache';
import type { NamespaceLoad } from './load.ts';
import { createPlaces, type Places } from './places.ts';

/** The initial state of a document. */
export interface Admission {
  readonly status: 'QUEUED' | 'BACKLOG';
  /** Documents of its namespace that come before it. */
  readonly documentsAhead: number;
}

export interface WindowAdmission {
  /** Returns the initial state of a document that is accepted now, without a connection. */
  admit(namespaceId: string): Promise<Admission>;
  /** Returns how many documents of the namespace come before one that is in flight; at most 200 ms old. */
  documentsAhead(document: {
    readonly namespaceId: string;
    readonly connectionId: string | null;
  }): Promise<number>;
}

/** The admission into an idle namespace. */
export const admittedAtOnce: Admission = { status: 'QUEUED', documentsAhead: 0 };

const lifetimeMs = 200;
const maxNamespaces = 10_000;

interface Remembered {
  readonly load: Promise<{ readonly hasBacklog: boolean; readonly places: Places }>;
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
    const load = read(namespaceId).then(({ hasBacklog, ...counted }) => ({
      hasBacklog,
      places: createPlaces(counted),
    }));
    const fresh = { load };
    known.set(namespaceId, fresh);
    // The next caller must not receive an old error.
    fresh.load.catch(() => known.peek(namespaceId) === fresh && known.delete(namespaceId));
    return fresh;
  }

  return {
    async admit(namespaceId) {
      const { hasBacklog, places } = await look(namespaceId).load;
      // New documents do not overtake the backlog.
      if (hasBacklog || places.inFlight >= windowSize)
        return { status: 'BACKLOG', documentsAhead: places.inFlight };
      return { status: 'QUEUED', documentsAhead: places.take(null) };
    },
    async documentsAhead({ namespaceId, connectionId }) {
      return (await look(namespaceId).load).places.ofCounted(connectionId);
    },
  };
}
