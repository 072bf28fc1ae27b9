import { type DatabaseSession, Prisma } from '@docfleet/database';
import { createJob, type PayloadOf, type QueueDefinition, type QueuedJob } from '@docfleet/queues';
import { currentLogContext } from '@docfleet/runtime/logging';
import { currentTraceparent } from '@docfleet/runtime/tracing';
import { z } from 'zod';
import { createId } from '../database/identifier.ts';
import { jsonObject } from '../database/json-object.ts';

/** A job that is stored in the outbox under `id` until it is in its queue. */
export interface OutboxJob extends QueuedJob {
  readonly id: string;
}

interface JobOptions {
  readonly priority?: number;
  /** The span that requested the work, where a row contains it; by default the current one. */
  readonly traceparent?: string | null | undefined;
}

/** Creates an outbox entry with the current request id and trace; the caller inserts it in its own statement. */
export function createOutboxJob<Definition extends QueueDefinition>(
  queue: Definition,
  payload: PayloadOf<Definition>,
  { priority = 0, traceparent: remembered }: JobOptions = {},
): OutboxJob {
  const { requestId } = currentLogContext();
  const traceparent = remembered ?? currentTraceparent();
  return { id: createId(), ...createJob(queue, payload, { requestId, traceparent, priority }) };
}

/** The column `payload` of an entry, as `storedPayload` reads it. */
export const outboxPayload = ({ payload, dedupeKey, priority, requestId, traceparent }: OutboxJob) => ({
  payload,
  dedupeKey,
  ...(priority && { priority }),
  ...(requestId && { requestId }),
  ...(traceparent && { traceparent }),
});

/** Parses the column `payload`. */
export const storedPayload = z.object({
  payload: jsonObject,
  dedupeKey: z.string(),
  priority: z.int().optional(),
  requestId: z.string().optional(),
  traceparent: z.string().optional(),
});

/** Inserts a job into the outbox as part of a transaction; returns it for the dispatcher. */
export async function writeOutbox<Definition extends QueueDefinition>(
  session: DatabaseSession,
  queue: Definition,
  payload: PayloadOf<Definition>,
): Promise<OutboxJob> {
  const job = createOutboxJob(queue, payload);
  await session.outboxEntry.create({ data: { id: job.id, queue: job.queue, payload: outboxPayload(job) } });
  return job;
}

/** The rows of many jobs, for an INSERT in another statement: `SELECT entry.id, entry.queue, entry.payload FROM` this. */
export const outboxRows = (jobs: readonly OutboxJob[]) => Prisma.sql`
  unnest(${jobs.map((job) => job.id)}::uuid[], ${jobs.map((job) => job.queue)}::text[],
    ${jobs.map((job) => JSON.stringify(outboxPayload(job)))}::jsonb[]) AS entry(id, queue, payload)`;
