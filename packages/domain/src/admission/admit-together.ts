import type { DatabaseSession } from '@docfleet/database';
import type { Admission } from './admission.ts';
import { readLoads } from './load.ts';

/** How many documents of a namespace may be in flight; the intake has it. */
export interface Window {
  readonly windowSize: number;
}

/**
 * Where each of many documents begins that a transaction is about to queue, in their order: as many as their namespace's window has
 * room for are QUEUED, the others go into the backlog. Several who do so at once may exceed the window a little.
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
    // Nobody overtakes a backlog.
    if (loads.get(namespaceId)?.hasBacklog || documentsAhead >= windowSize)
      return { status: 'BACKLOG', documentsAhead };
    ahead.set(namespaceId, documentsAhead + 1);
    return { status: 'QUEUED', documentsAhead };
  });
}
