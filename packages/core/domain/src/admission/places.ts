import type { NamespaceLoad } from './load.ts';

/** The places of documents in a namespace's order, as they are admitted one after the other. */
export interface Places {
  /** Documents of the namespace in flight, with those that have taken a place. */
  readonly inFlight: number;
  /** Returns how many documents are ahead of the next one of a connection, and counts it. */
  take(connectionId: string | null): number;
  /** Returns the same for one that is counted already. */
  ofCounted(connectionId: string | null): number;
}

/**
 * Lets the connections of a namespace take turns: the first document of each comes before the second of another, however many another has in
 * flight. A document is never further back than behind all documents of the namespace, so that connections do not take turns from other
 * namespaces.
 */
export function createPlaces(load: Pick<NamespaceLoad, 'inFlight' | 'shares'>): Places {
  const shares = new Map(load.shares);
  let { inFlight } = load;
  function turnOf(connectionId: string | null, own: number, others: number): number {
    const rank = [...shares.keys()].indexOf(connectionId);
    return Math.min(others, own * shares.size + Math.max(0, rank));
  }
  return {
    get inFlight() {
      return inFlight;
    },
    take(connectionId) {
      const own = shares.get(connectionId) ?? 0;
      shares.set(connectionId, own + 1);
      inFlight += 1;
      return turnOf(connectionId, own, inFlight - 1);
    },
    ofCounted(connectionId) {
      const own = Math.max(0, (shares.get(connectionId) ?? 0) - 1);
      return turnOf(connectionId, own, Math.max(0, inFlight - 1));
    },
  };
}
