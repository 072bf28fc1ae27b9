import type { DatabaseSession } from '@docfleet/database';
import type { Admission } from './admission.ts';
import { readLoads } from './load.ts';

/** The limit of documents of a namespace in flight. */
export interface Window {
  readonly windowSize: number;
}

/**
 * Returns the initial states of documents that a transaction is about to queue, in their order: QUEUED for as many as the windows of
 * their namespaces have room for, BACKLOG for the others. Concurrent callers may exceed the window slightly.
 */
export async function admitTogether(
  session: DatabaseSession,
  { windowSize }: Window,
  documents: readonly { readonly namespaceId: string }[],
): Promise<Admission[]> {
  const namespaceIds = [...new Set(documents.map(({ namespaceId }) => namespaceId))];
  const loads = await readLoads(session, namespaceIds, windowSize);
  const ahead = new Map([...loads].map(([id, { inFlight }]) => [id, inFlight]));
  return documents.map(({ namespaceId }) => {
    const documentsAhead = ahead.get(namespaceId) ?? 0;
    // New documents do not overtake the backlog.
    if (loads.get(namespaceId)?.hasBacklog || documentsAhead >= windowSize)
      return { status: 'BACKLOG', documentsAhead };
    ahead.set(namespaceId, documentsAhead + 1);
    return { status: 'QUEUED', documentsAhead };
  });
}
