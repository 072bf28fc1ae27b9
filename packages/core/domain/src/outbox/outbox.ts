import { type Database, type DatabaseSession, type OutboxEntryModel, Prisma } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import {
  createJob,
  type PayloadOf,
  type Producer,
  type QueueDefinition,
  type QueuedJob,
} from '@docfleet/queues';
import { currentLogContext, type Logger } from '@docfleet/runtime/logging';
import { currentTraceparent } from '@docfleet/runtime/tracing';
import { z } from 'zod';
import { jsonObject } from '../database/columns.ts';
import { createId } from '../database/identifier.ts';

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
const storedPayload = z.object({
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

/** The writer of an entry enqueues it immediately: an older entry was left behind by a crash. */
const leftBehindAfterMs = 2_000;
const batchSize = 1_000;

/** Enqueues jobs and deletes them from the outbox. A crash in between enqueues them again, which deduplication makes harmless. */
async function enqueueJobs(
  database: Database,
  producer: Producer,
  jobs: readonly OutboxJob[],
): Promise<void> {
  await producer.add(jobs);
  // The same text for any number of jobs, so that it is prepared once.
  await database.$executeRaw`DELETE FROM outbox_entries WHERE id = ANY(${jobs.map((job) => job.id)}::uuid[])`;
}

const readEntry = ({ id, queue, payload }: OutboxEntryModel): OutboxJob | undefined => {
  const stored = storedPayload.safeParse(payload);
  return stored.success ? { id, queue, ...stored.data } : undefined;
};

/**
 * Enqueues the jobs that a crash or a lost Redis left in the outbox; returns their number. Rejects after the readable entries of a batch
 * if it contains one that this version cannot read; that entry stays.
 */
export async function relayOutbox(database: Database, producer: Producer): Promise<number> {
  let relayed = 0;
  for (;;) {
    const rows = await database.outboxEntry.findMany({
      where: { createdAt: { lt: new Date(Date.now() - leftBehindAfterMs) } },
      orderBy: { createdAt: 'asc' },
      take: batchSize,
    });
    if (rows.length === 0) return relayed;
    const jobs = rows.map(readEntry).filter((job) => job !== undefined);
    await enqueueJobs(database, producer, jobs);
    relayed += jobs.length;
    if (jobs.length < rows.length) {
      const unread = rows.filter(({ id }) => !jobs.some((job) => job.id === id)).map(({ id }) => id);
      throw new AppError('INTERNAL_ERROR', `Outbox entries of an unknown format: ${unread.join(', ')}`);
    }
  }
}

/** Brings committed jobs into their queues soon, without making anyone wait for Redis. */
export interface Dispatcher {
  /** Enqueues in the background; what fails stays in the outbox, and the relay takes it up. */
  dispatch(jobs: readonly OutboxJob[]): void;
  /** Resolves when everything dispatched so far is enqueued or left to the relay. */
  drain(): Promise<void>;
}

/** Jobs of concurrent callers go together: one round trip to Redis and one to the database for all that gathered meanwhile. */
export function createDispatcher(database: Database, producer: Producer, logger: Logger): Dispatcher {
  let waiting: OutboxJob[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const jobs = waiting.splice(0, 1_000);
      await enqueueJobs(database, producer, jobs).catch((error: unknown) =>
        logger.warn({ error, jobs: jobs.length }, 'jobs stay in the outbox for the relay'),
      );
    }
    running = undefined;
  }

  return {
    dispatch(jobs) {
      waiting = waiting.concat(jobs);
      // Begins after the current tick, so that jobs of the same moment travel together.
      running ??= Promise.resolve().then(run);
    },
    async drain() {
      await running;
    },
  };
}
