import { AppError } from '@docfleet/errors';
import { type Logger, withLogContext } from '@docfleet/runtime/logging';
import { type Span, startRemoteSpan } from '@docfleet/runtime/tracing';
import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import { z } from 'zod';
import { deservesRetry, postponement, type QueueDefinition } from './define-queue.ts';

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
interface Verdict {
  readonly outcome: Attempt['outcome'];
  readonly failure?: AppError;
  readonly error?: Error;
}

/** Attempts a job once, and completes, retries or fails it. Rejects when that transition itself failed: the job is tried again. */
async function attempt<Payload>(
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

/** The return value of a completed job, from which the queue's throughput is estimated: the concurrency of its worker, and an id of the worker. */
export const jobResult = z.object({ slots: z.number().positive(), worker: z.string().default('') });
export type JobResult = z.output<typeof jobResult>;

/** The progress of a job that a worker has taken and that waits for a slot of its owner. */
export const waitsForSlot = { waitsForSlot: true } as const;

interface Run {
  readonly job: Job;
  readonly result: JobResult;
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly onAttempt: ((attempt: Attempt) => void) | undefined;
  readonly failureOf: FailureOf;
  readonly maxPaidAttempts: number;
}

/** Time between adding a job and its first attempt, in milliseconds; undefined for later attempts. */
const waitOf = ({ attemptsStarted, processedOn, timestamp }: Job): number | undefined =>
  attemptsStarted > 1 || processedOn === undefined ? undefined : Math.max(0, processedOn - timestamp);

async function runAttempt<Payload>(
  queue: string,
  handler: Handler<Payload>,
  payload: Payload,
  { result, onAttempt, span, ...trying }: Run & { readonly span: Span },
): Promise<JobResult> {
  const waitMs = waitOf(trying.job);
  const startedAt = performance.now();
  let outcome: Attempt['outcome'] = 'retried';
  try {
    const verdict = await attempt(handler, payload, trying);
    outcome = verdict.outcome;
    if (verdict.failure) span.fail(verdict.failure);
    if (verdict.error) throw verdict.error;
    return result;
  } finally {
    onAttempt?.({ queue, outcome, waitMs, durationMs: performance.now() - startedAt });
    span.describe(queue, { outcome });
  }
}

const jobData = z.object({
  payload: z.record(z.string(), z.unknown()),
  requestId: z.string().optional(),
  traceparent: z.string().optional(),
});

/**
 * Parses a job. One that another version enqueued during an upgrade, in a format that this one does not know, fails permanently: the
 * reconciler enqueues the work that rows still need, which the deduplication key of a retried job would prevent.
 */
function parseJob<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UnrecoverableError(`The payload is of another version: ${parsed.error.message}`);
}

/** Runs one attempt of a job in the trace of its request, with its ids in every log line; throws the error from which BullMQ derives the outcome. */
export async function runJob<Schema extends z.ZodType>(
  queue: QueueDefinition<Schema>,
  handler: Handler<z.output<Schema>>,
  run: Run,
): Promise<JobResult> {
  const { name } = queue;
  const { id: jobId, data } = run.job;
  const { payload, requestId, traceparent } = parseJob(jobData, data);
  const context = { ...payload, queue: name, jobId, ...(requestId && { requestId }) };
  const attributes = { ...payload, ...(requestId && { requestId }), 'messaging.destination.name': name };
  const span = startRemoteSpan(name, { kind: 'consumer', traceparent, attributes });
  try {
    return await span.within(() =>
      withLogContext(context, () =>
        runAttempt(name, handler, parseJob(queue.payload, payload), { ...run, span }),
      ),
    );
  } finally {
    span.end();
  }
}
