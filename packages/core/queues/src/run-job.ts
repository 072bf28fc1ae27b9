import { type Logger, withLogContext } from '@docfleet/runtime/logging';
import { type Span, startRemoteSpan } from '@docfleet/runtime/tracing';
import { type Job, UnrecoverableError } from 'bullmq';
import { z } from 'zod';
import { type Attempt, attempt, type FailureOf, type Handler } from './attempt.ts';
import type { QueueDefinition } from './define-queue.ts';

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
