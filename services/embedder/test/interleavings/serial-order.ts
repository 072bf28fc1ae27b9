/** Facts about a request that was answered. `from` and `to` count the steps of all players. */
export interface DoneRequest {
  readonly kind: 'ingest' | 'update' | 'resync' | 'delete' | 'cancel';
  readonly from: number;
  readonly to: number;
  /** The content that it brings: of ingest, update and resync. */
  readonly content?: string;
  /** The run that it made, or that it cancels. */
  readonly run?: string | undefined;
  /** Number of affected documents: of update, delete and cancel; of resync, of those that were queued. */
  readonly found?: number;
  /** Number of documents that a resync skipped. */
  readonly skipped?: number;
}

interface State {
  readonly live: boolean;
  /** Content that searches return; null for none. */
  readonly active: string | null;
  readonly pending: { readonly content: string; readonly run: string | undefined } | null;
}

/** A content that no attempt can embed. */
export const unreadable = 'UNREADABLE';

const absent: State = { live: false, active: null, pending: null };

/** The document once its pending content was worked on. */
function settled({ live, active, pending }: State): State {
  return {
    live,
    active: pending && pending.content !== unreadable ? pending.content : active,
    pending: null,
  };
}

/** The state after a request, if it would be answered in that state as it was. */
function apply(state: State, request: DoneRequest): State | undefined {
  const { kind, content = '', run, found } = request;
  const pending = { content, run };
  switch (kind) {
    case 'ingest':
      return state.live ? { ...state, pending } : { live: true, active: null, pending };
    case 'update':
      if (found !== (state.live ? 1 : 0)) return undefined;
      return state.live ? { ...state, pending } : state;
    case 'resync': {
      const eligible = state.live && !state.pending;
      if (found !== (eligible ? 1 : 0) || request.skipped !== (state.live && !eligible ? 1 : 0))
        return undefined;
      return eligible ? { ...state, pending } : state;
    }
    case 'delete':
      return found === (state.live ? 1 : 0) ? absent : undefined;
    case 'cancel': {
      const hits = state.pending !== null && state.pending.run === run;
      if (found !== (hits ? 1 : 0)) return undefined;
      return hits ? { ...state, pending: null } : state;
    }
  }
}

export const finalKey = ({ live, active }: Pick<State, 'live' | 'active'>): string =>
  live ? `searchable: ${active ?? 'nothing'}` : 'absent';

/**
 * All ends that some serial order of the requests leads to, with the work of the fleet done at any moment between them. A request
 * that was answered before another began comes before it.
 */
export function possibleEnds(requests: readonly DoneRequest[]): Set<string> {
  const ends = new Set<string>();
  const seen = new Set<string>();
  const all = (1 << requests.length) - 1;

  function visit(done: number, state: State): void {
    const key = `${done} ${JSON.stringify(state)}`;
    if (seen.has(key)) return;
    seen.add(key);
    if (done === all) ends.add(finalKey(settled(state)));
    if (state.pending) visit(done, settled(state));
    for (const [index, request] of requests.entries()) {
      if (done & (1 << index)) continue;
      const tooEarly = requests.some((other, place) => !(done & (1 << place)) && other.to < request.from);
      const next = tooEarly ? undefined : apply(state, request);
      if (next) visit(done | (1 << index), next);
    }
  }
  visit(0, absent);
  return ends;
}
