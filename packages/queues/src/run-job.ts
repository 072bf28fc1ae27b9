import { type Logger, withLogContext } from '@docfleet/runtime/logging';
import { type Span, startRemoteSpan } from '@docfleet/runtime/tracing';
import { type Job, UnrecoverableError } from 'bullmq';
import type { z } from 'zod';
import { type Attempt, attempt, type FailureOf, type Handler } from './attempt.ts';
import type { QueueDefinition } from './define-queue.ts';

/** What stays with a job that is done, so that its queue can be judged: how many its worker does at once. */
export interface JobResult {
  readonly slots: number;
}

interface Run {
  readonly job: Job;
  readonly slots: number;
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly onAttempt: ((attempt: Attempt) => void) | undefined;
  readonly failureOf: FailureOf;
}

/** From when a job was added to its first attempt, in milliseconds; undefined at later ones. */
const waitOf = ({ attemptsStarted, processedOn, timestamp }: Job): number | undefined =>
  attemptsStarted > 1 || processedOn === undefined ? undefined : Math.max(0, processedOn - timestamp);

async function tryAndTell<Payload>(
  queue: string,
  handler: Handler<Payload>,
  payload: Payload,
  { job, slots, signal, logger, onAttempt, failureOf, span }: Run & { readonly span: Span },
): Promise<JobResult> {
  const waitMs = waitOf(job);
  const startedAt = performance.now();
  let outcome: Attempt['outcome'] = 'retried';
  try {
    const verdict = await attempt(handler, payload, { job, signal, logger, failureOf });
    outcome = verdict.outcome;
    if (verdict.failure) span.fail(verdict.failure);
    if (verdict.error) throw verdict.error;
    return { slots };
  } finally {
    onAttempt?.({ queue, outcome, waitMs, durationMs: performance.now() - startedAt });
    span.describe(queue, { outcome });
  }
}

interface JobData {
  readonly payload: object;
  readonly requestId?: string;
  readonly traceparent?: string;
}

/**
 * What a job says, if it says it as this version does. One of another version, which runs beside this one during an upgrade, ends
 * at once: the reconcilers ask again for what rows need, and nothing else stands in their way then.
 */
function readPayload<Schema extends z.ZodType>(
  queue: QueueDefinition<Schema>,
  payload: unknown,
): z.output<Schema> {
  const parsed = queue.payload.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw new UnrecoverableError(`The payload is of another version: ${parsed.error.message}`);
}

/** Runs a job once, in the trace of who asked for it and with its ids in every line that is logged; throws what tells BullMQ how it ended. */
export async function runJob<Schema extends z.ZodType>(
  queue: QueueDefinition<Schema>,
  handler: Handler<z.output<Schema>>,
  run: Run,
): Promise<JobResult> {
  const { name } = queue;
  const { id: jobId, data } = run.job;
  const { payload, requestId, traceparent } = data as JobData;
  const context = { ...payload, queue: name, jobId, ...(requestId && { requestId }) };
  const attributes = { ...payload, ...(requestId && { requestId }), 'messaging.destination.name': name };
  const span = startRemoteSpan(name, { kind: 'consumer', traceparent, attributes });
  try {
    return await span.within(() =>
      withLogContext(context, () => tryAndTell(name, handler, readPayload(queue, payload), { ...run, span })),
    );
  } finally {
    span.end();
  }
}
