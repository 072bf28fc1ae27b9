import type { AppError } from '@docfleet/errors';
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

/** The outcome of an attempt, its failure, and the error that reports it to BullMQ. */
export interface Verdict {
  readonly outcome: Attempt['outcome'];
  readonly failure?: AppError;
  readonly error?: Error;
}

/** Tries a job once, and decides what becomes of it. Rejects when that could not be brought about: it is tried again. */
export async function attempt<Payload>(
  handler: Handler<Payload>,
  payload: Payload,
  { job, signal, logger, failureOf }: { job: Job; signal: AbortSignal; logger: Logger; failureOf: FailureOf },
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
    if (deservesRetry(error, tries)) {
      logger.warn({ error, tries }, 'job will be tried again');
      return { outcome: 'retried', failure: error, error };
    }
    logger.warn({ error, tries }, 'job exhausted');
    await handler.onExhausted(payload, error);
    const end = new UnrecoverableError(`${error.code}: ${error.message}`);
    return { outcome: 'exhausted', failure: error, error: end };
  }
}
