import type { Database, OutboxEntryModel } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { Producer } from '@docfleet/queues';
import { type OutboxJob, storedPayload } from './outbox.ts';

/** The writer of an entry enqueues it immediately: an older entry was left behind by a crash. */
const leftBehindAfterMs = 2_000;
const batchSize = 1_000;

/** Enqueues jobs and deletes them from the outbox. A crash in between enqueues them again, which deduplication makes harmless. */
export async function enqueueJobs(
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
