import { type DatabaseSession, Prisma } from '@docfleet/database';
import { createJob, type PayloadOf, type QueueDefinition, type QueuedJob } from '@docfleet/queues';
import { currentLogContext } from '@docfleet/runtime/logging';
import { currentTraceparent } from '@docfleet/runtime/tracing';
import { createId } from '../database/identifier.ts';

/** A job that lies in the outbox under `id` until it is in its queue. */
export interface OutboxJob extends QueuedJob {
  readonly id: string;
}

interface JobOptions {
  readonly priority?: number;
  /** The span that asked for the work, where a row remembers it: the one under way is that of who found the row. */
  readonly traceparent?: string | null | undefined;
}

/** Makes an outbox entry's content, with the request and the trace that cause it; the caller writes it in its own statement. */
export function createOutboxJob<Definition extends QueueDefinition>(
  queue: Definition,
  payload: PayloadOf<Definition>,
  { priority = 0, traceparent: remembered }: JobOptions = {},
): OutboxJob {
  const { requestId } = currentLogContext();
  const traceparent = remembered ?? currentTraceparent();
  return { id: createId(), ...createJob(queue, payload, { requestId, traceparent, priority }) };
}

/** The part of an entry that is stored beside its id and queue. */
export const outboxPayload = ({ payload, dedupeKey, priority, requestId, traceparent }: OutboxJob) => ({
  payload,
  dedupeKey,
  ...(priority && { priority }),
  ...(requestId && { requestId }),
  ...(traceparent && { traceparent }),
});

/** Writes a job into the outbox as part of a transaction. */
export async function writeOutbox<Definition extends QueueDefinition>(
  session: DatabaseSession,
  queue: Definition,
  payload: PayloadOf<Definition>,
): Promise<OutboxJob> {
  const job = createOutboxJob(queue, payload);
  await session.outboxEntry.create({ data: { id: job.id, queue: job.queue, payload: outboxPayload(job) } });
  return job;
}

/** The rows of many jobs, for an INSERT of a statement that moves a batch: `SELECT entry.id, entry.queue, entry.payload FROM` this. */
export const outboxRows = (jobs: readonly OutboxJob[]) => Prisma.sql`
  unnest(${jobs.map((job) => job.id)}::uuid[], ${jobs.map((job) => job.queue)}::text[],
    ${jobs.map((job) => JSON.stringify(outboxPayload(job)))}::jsonb[]) AS entry(id, queue, payload)`;
