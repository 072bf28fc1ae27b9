import type { Database, DocumentStage } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { addToLogContext } from '@docfleet/runtime/logging';
import { failureOf } from '../database/failures.ts';
import { classifyRefusal } from '../namespace/configuration-changed.ts';
import { type ClaimedDocument, claimDocument, releaseDocument } from './claim.ts';
import type { LeaseKeeper } from './leases.ts';

/** Crashes with a document in flight after which it is suspected of causing them, and processed alone. */
const suspectedAfterCrashes = 2;
/**
 * Backoff of a suspect before each attempt alone, in milliseconds. Workers that something else kills repeatedly for minutes do not count
 * against it, and the longer the decision takes, the less it harms the others.
 */
const restsMs = [0, 15_000, 30_000, 60_000, 120_000];
const condemnedAfterCrashes = suspectedAfterCrashes + restsMs.length;
/** The random range of the retry delay: if all suspects retried at once, only one per round would run. */
const aloneRetryMs = { min: 250, max: 2_000 };

const pauseBetween = ({ min, max }: { min: number; max: number }) =>
  Math.round(min + Math.random() * (max - min));

const laterAlone = (retryAfterMs: number) =>
  new AppError('SERVICE_UNAVAILABLE', 'The document waits to be tried alone', { details: { retryAfterMs } });

/** Processes documents of one stage: claims them, renews the lease, and releases those that failed. */
export interface DocumentWorker {
  /** Resolves without work when there is nothing to claim; rejects with the failure, after the document was released. */
  work(
    payload: { documentId: string; revision: number },
    signal: AbortSignal,
    work: (claim: ClaimedDocument, signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
}

/** Opens a worker for one stage in one process. */
export function createDocumentWorker(
  database: Database,
  leases: LeaseKeeper,
  stage: DocumentStage,
): DocumentWorker {
  let suspectAtWork = false;

  /** One suspect at a time: documents in flight beside it are then blamed for at most one of its crashes. */
  async function alone(claim: ClaimedDocument, work: () => Promise<void>): Promise<void> {
    if (claim.crashes < suspectedAfterCrashes) return work();
    if (claim.crashes >= condemnedAfterCrashes)
      throw new AppError(
        'DOCUMENT_CRASHED_WORKER',
        'Processing this document ended the worker again and again',
      );
    const restMs = (restsMs[claim.crashes - suspectedAfterCrashes] ?? 0) - claim.sinceCrashMs;
    if (restMs > 0) throw laterAlone(Math.ceil(restMs));
    if (suspectAtWork) throw laterAlone(pauseBetween(aloneRetryMs));
    suspectAtWork = true;
    try {
      await work();
    } finally {
      suspectAtWork = false;
    }
  }

  return {
    async work(payload, signal, work) {
      const claim = await claimDocument(database, { ...payload, stage });
      if (!claim) return;
      addToLogContext({ ingestJobRunId: claim.ingestJobRunId });
      try {
        await leases.hold(claim, signal, (held) => alone(claim, () => work(claim, held)));
      } catch (cause) {
        const error = await classifyRefusal(database, claim, failureOf(cause));
        await releaseDocument(database, claim, error);
        throw error;
      }
    },
  };
}
