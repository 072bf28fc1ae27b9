import type { DatabaseSession } from '@docfleet/database';
import type { Quotas } from '../quota/quotas.ts';
import type { Admission } from './admission.ts';
import { readLoads } from './load.ts';
import { createPlaces } from './places.ts';

/** The limit of documents of a namespace in flight. */
export interface Window {
  readonly windowSize: number;
  /** Checks the quotas before admission; without it there are no limits. */
  readonly quotas?: Pick<Quotas, 'require'> | undefined;
}

/**
 * Returns the initial states of documents that a transaction is about to queue, in their order: QUEUED for as many as the windows of
 * their namespaces have room for, BACKLOG for the others. Concurrent callers may exceed the window slightly.
 */
export async function admitTogether(
  session: DatabaseSession,
  { windowSize }: Window,
  documents: readonly { readonly namespaceId: string; readonly connectionId?: string | null }[],
): Promise<Admission[]> {
  const namespaceIds = [...new Set(documents.map(({ namespaceId }) => namespaceId))];
  const loads = await readLoads(session, namespaceIds, windowSize);
  const places = new Map([...loads].map(([id, load]) => [id, createPlaces(load)]));
  return documents.map(({ namespaceId, connectionId = null }) => {
    const taken = places.get(namespaceId) ?? createPlaces({ inFlight: 0, shares: new Map() });
    places.set(namespaceId, taken);
    // New documents do not overtake the backlog.
    if (loads.get(namespaceId)?.hasBacklog || taken.inFlight >= windowSize)
      return { status: 'BACKLOG', documentsAhead: taken.inFlight };
    return { status: 'QUEUED', documentsAhead: taken.take(connectionId) };
  });
}
