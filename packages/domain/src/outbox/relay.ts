import type { Database } from '@docfleet/database';
import type { Producer } from '@docfleet/queues';
import type { OutboxJob } from './outbox.ts';

/** Whoever wrote an entry enqueues it at once; what is older was left behind. */
const leftBehindAfterMs = 2_000;
const batchSize = 1_000;

/** Enqueues jobs and takes them out of the outbox. Dying in between enqueues them again, which the queue's keys make harmless. */
export async function enqueueJobs(
  database: Database,
  producer: Producer,
  jobs: readonly OutboxJob[],
): Promise<void> {
  await producer.add(jobs);
  // One text for any number of jobs: it is planned once.
  await database.$executeRaw`DELETE FROM outbox_entries WHERE id = ANY(${jobs.map((job) => job.id)}::uuid[])`;
}

/** Enqueues what a crash or a lost Redis left in the outbox; gives how many jobs. */
export async function relayOutbox(database: Database, producer: Producer): Promise<number> {
  let relayed = 0;
  for (;;) {
    const rows = await database.outboxEntry.findMany({
      where: { createdAt: { lt: new Date(Date.now() - leftBehindAfterMs) } },
      orderBy: { createdAt: 'asc' },
      take: batchSize,
    });
    if (rows.length === 0) return relayed;
    const jobs = rows.map(({ id, queue, payload }) => ({
      id,
      queue,
      ...(payload as unknown as Omit<OutboxJob, 'id' | 'queue'>),
    }));
    await enqueueJobs(database, producer, jobs);
    relayed += jobs.length;
  }
}
