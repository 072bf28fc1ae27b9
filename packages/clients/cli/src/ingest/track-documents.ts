import { setTimeout as wait } from 'node:timers/promises';
import type { DocfleetClient, Document } from '@docfleet/sdk';
import type { Outcome } from './reporter.ts';

interface TrackOptions {
  readonly client: DocfleetClient;
  readonly namespaceId: string;
  readonly signal: AbortSignal;
  /** Called when a document has ended. */
  readonly onEnd: (outcome: Outcome) => Promise<void>;
}

/** Follows documents to their end, a hundred with one request, so that a folder does not use up the key's requests. */
export interface Tracker {
  /** Follows another one; waits while there are very many already. */
  add(outcome: Outcome & { readonly documentId: string }): Promise<void>;
  /** Resolves when all that were added have ended; nothing may be added any more. */
  finish(): Promise<void>;
}

const documentsAtOnce = 100;
const maxPending = 5_000;
const firstDelayMs = 250;
const maxDelayMs = 4_000;

export function trackDocuments(options: TrackOptions): Tracker {
  const { signal } = options;
  const pending = new Map<string, Outcome>();
  let isFinishing = false;
  let failure: { readonly error: unknown } | undefined;

  const run = async () => {
    for (let delayMs = firstDelayMs; !isFinishing || pending.size > 0; ) {
      const ended = await askOnce(options, pending);
      delayMs = ended > 0 ? firstDelayMs : Math.min(maxDelayMs, delayMs * 1.5);
      if (!isFinishing || pending.size > 0) await wait(delayMs, undefined, { signal });
    }
  };
  const running = run().catch((error: unknown) => {
    failure = { error };
  });
  const rethrow = () => {
    if (failure) throw signal.aborted ? signal.reason : failure.error;
  };
  return {
    async add(outcome) {
      while (pending.size >= maxPending && !failure) await wait(firstDelayMs, undefined, { signal });
      rethrow();
      pending.set(outcome.documentId, outcome);
    },
    async finish() {
      isFinishing = true;
      await running;
      rethrow();
    },
  };
}

/** Asks for the state of all that are pending and returns how many have ended. */
async function askOnce(options: TrackOptions, pending: Map<string, Outcome>): Promise<number> {
  const { client, namespaceId, onEnd } = options;
  const ids = [...pending.keys()];
  let ended = 0;
  for (let start = 0; start < ids.length; start += documentsAtOnce) {
    const documentIds = ids.slice(start, start + documentsAtOnce);
    const { documents = [] } = await client.documents.list({
      namespaceId,
      filterConfig: { documentIds },
      pagination: { pageSize: documentsAtOnce },
    });
    const found = new Map(documents.map((document) => [document.id, document]));
    for (const id of documentIds) {
      const outcome = outcomeOf(pending.get(id), found.get(id));
      if (!outcome) continue;
      pending.delete(id);
      ended++;
      await onEnd(outcome);
    }
  }
  return ended;
}

/** Outcome of a document; undefined while it is in progress. A document that is not found was deleted meanwhile. */
function outcomeOf(outcome: Outcome | undefined, document: Document | undefined): Outcome | undefined {
  if (!outcome) return undefined;
  if (!document) return { ...outcome, status: 'DELETED' };
  const { ingestionStatus: status, ingestionError: error } = document;
  return status === 'SUCCESS' || status === 'FAILED' || status === 'CANCELLED'
    ? { ...outcome, status, error: status === 'SUCCESS' ? null : error }
    : undefined;
}
