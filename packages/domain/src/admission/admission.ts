import type { NamespaceLoad } from './load.ts';

/** Where a document begins that is accepted now. */
export interface Admission {
  readonly status: 'QUEUED' | 'BACKLOG';
  /** Documents of its namespace that are in flight before it. */
  readonly documentsAhead: number;
}

export interface WindowAdmission {
  /** Where a document of the namespace begins that is accepted now. */
  admit(namespaceId: string): Promise<Admission>;
  /** How many documents of the namespace are in flight beside one of them, as of a moment ago. */
  othersInFlight(namespaceId: string): Promise<number>;
}

/** Without anybody ahead, as when a namespace is idle. */
export const admittedAtOnce: Admission = { status: 'QUEUED', documentsAhead: 0 };

const lifetimeMs = 200;
const maxNamespaces = 10_000;

interface Remembered {
  readonly load: Promise<NamespaceLoad>;
  readonly until: number;
  /** Documents that were admitted since. */
  admitted: number;
}

/**
 * Decides for each document that is accepted whether its namespace's window has room. What is in flight is counted five times a
 * second at most, and what this process admits meanwhile is added: several processes may together exceed the window a little.
 */
export function createAdmission(
  windowSize: number,
  read: (namespaceId: string) => Promise<NamespaceLoad>,
  now: () => number = Date.now,
): WindowAdmission {
  const known = new Map<string, Remembered>();

  function look(namespaceId: string): Remembered {
    const remembered = known.get(namespaceId);
    if (remembered && remembered.until > now()) return remembered;
    if (known.size >= maxNamespaces) known.clear();
    const fresh = { load: read(namespaceId), until: now() + lifetimeMs, admitted: 0 };
    known.set(namespaceId, fresh);
    // Who asks next must not be told of an old failure.
    fresh.load.catch(() => known.delete(namespaceId));
    return fresh;
  }

  return {
    async admit(namespaceId) {
      const remembered = look(namespaceId);
      const { inFlight, hasBacklog } = await remembered.load;
      const documentsAhead = inFlight + remembered.admitted;
      // Nobody overtakes a backlog.
      if (hasBacklog || documentsAhead >= windowSize) return { status: 'BACKLOG', documentsAhead };
      remembered.admitted += 1;
      return { status: 'QUEUED', documentsAhead };
    },
    async othersInFlight(namespaceId) {
      return Math.max(0, (await look(namespaceId).load).inFlight - 1);
    },
  };
}
