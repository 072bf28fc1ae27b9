import { AppError } from '@docfleet/errors';
import type { Logger } from '@docfleet/runtime/logging';
import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import { deservesRetry, postponement } from './retry-policy.ts';

export interface Handler<Payload> {
  /** Does the work; may run twice and die at any line. */
  handle(payload: Payload, signal: AbortSignal): Promise<void>;
  /** Called once when the work will not be tried again. */
  onExhausted(payload: Payload, error: AppError): Promise<void>;
}

/** Returns any thrown value as the failure that it means. */
export type FailureOf = (cause: unknown) => AppError;

/** One attempt at a job that has ended, for the operator's metrics. */
export interface Attempt {
  readonly queue: string;
  /** `postponed` work could not begin here and now; `retried` work comes again, `exhausted` work does not. */
  readonly outcome: 'done' | 'postponed' | 'retried' | 'exhausted';
  /** Milliseconds from the addition of the job to its first attempt; undefined for later ones. */
  readonly waitMs: number | undefined;
  readonly durationMs: number;
}

/** Attempts at one job that vendors may bill without a result: unless an operator sets it, and as its default there. */
export const defaultMaxPaidAttempts = 10;

/** Counts the attempts that were paid for without a result in the job; an emptied Redis begins anew. */
async function countPaid(job: Job): Promise<number> {
  const paidAttempts = Number(job.data.paidAttempts ?? 0) + 1;
  await job.updateData({ ...job.data, paidAttempts });
  return paidAttempts;
}

/** The failure of work that has cost too much to be tried again, with why it is not. */
function tooCostly(error: AppError, attempts: number): AppError {
  const why = `${attempts} attempts were paid for without a result, which is the most that MAX_PAID_ATTEMPTS allows`;
  const { reason } = error.details;
  const details = { ...error.details, reason: reason ? `${reason}. ${why}` : why };
  return new AppError(error.code, error.message, { cause: error, details });
}

/** Returns the failure that ends the work; undefined where it is to be tried again. */
async function finalFailure(
  error: AppError,
  { job, tries, maxPaidAttempts }: { job: Job; tries: number; maxPaidAttempts: number },
): Promise<AppError | undefined> {
  if (!deservesRetry(error, tries)) return error;
  if (error.details.isPaid !== true) return undefined;
  const paid = await countPaid(job);
  return paid < maxPaidAttempts ? undefined : tooCostly(error, paid);
}

interface Trying {
  readonly job: Job;
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly failureOf: FailureOf;
  readonly maxPaidAttempts: number;
}

/** The outcome of an attempt, its failure, and the error that reports it to BullMQ. */
export interface Verdict {
  readonly outcome: Attempt['outcome'];
  readonly failure?: AppError;
  readonly error?: Error;
}

/** Attempts a job once, and completes, retries or fails it. Rejects when that transition itself failed: the job is tried again. */
export async function attempt<Payload>(
  handler: Handler<Payload>,
  payload: Payload,
  { job, signal, logger, failureOf, maxPaidAttempts }: Trying,
): Promise<Verdict> {
  const startedAt = performance.now();
  try {
    await handler.handle(payload, signal);
    logger.debug({ durationMs: Math.round(performance.now() - startedAt) }, 'job done');
    return { outcome: 'done' };
  } catch (cause) {
    const error = failureOf(cause);
    // A worker that stops requeues what it did not end: another takes it at once, and no attempt is counted.
    const waitMs = signal.aborted ? 0 : postponement(error);
    if (waitMs !== undefined) {
      logger.debug({ error, waitMs }, 'job postponed');
      await job.moveToDelayed(Date.now() + waitMs, job.token);
      return { outcome: 'postponed', error: new DelayedError() };
    }
    const tries = job.attemptsMade + 1;
    const failure = await finalFailure(error, { job, tries, maxPaidAttempts });
    if (!failure) {
      logger.warn({ error, tries }, 'job will be tried again');
      return { outcome: 'retried', failure: error, error };
    }
    logger.warn({ error: failure, tries }, 'job exhausted');
    await handler.onExhausted(payload, failure);
    const end = new UnrecoverableError(`${failure.code}: ${failure.message}`);
    return { outcome: 'exhausted', failure, error: end };
  }
}
