import type { RedisClient } from '@docfleet/redis/connection';
import type { Owner } from '@docfleet/runtime/fairness';
import { Job, type Worker } from 'bullmq';
import { z } from 'zod';
import type { OwnersOf, QueueDefinition } from './define-queue.ts';
import type { WaitingJobs } from './standby.ts';

/** Jobs that one search reads at the front of the queue, and as many further back: each search goes on where the last one ended. */
const pageSize = 250;

const queuedJob = z.object({ payload: z.unknown() });

interface Page {
  readonly ids: readonly string[];
  readonly isLast: boolean;
}

/** Opens the view of a worker on the jobs of its queue that wait. */
export function openWaitingJobs(
  queue: QueueDefinition,
  {
    worker,
    redis,
    keyOf,
    ownersOf,
  }: {
    readonly worker: Worker;
    readonly redis: RedisClient;
    readonly keyOf: (name: string) => string;
    readonly ownersOf: OwnersOf;
  },
): WaitingJobs {
  let position = pageSize;

  /** Jobs without a priority are taken first, from the end of their list. */
  async function readPage(start: number): Promise<Page> {
    const end = start + pageSize;
    const plain = await redis.llen(keyOf('wait'));
    const first = start < plain ? await redis.lrange(keyOf('wait'), -end, -start - 1) : [];
    const ids = first.toReversed();
    if (ids.length < pageSize) {
      const from = Math.max(0, start - plain);
      ids.push(
        ...(await redis.zrange(keyOf('prioritized'), String(from), String(from + pageSize - ids.length - 1))),
      );
    }
    return { ids, isLast: ids.length < pageSize };
  }

  /** Jobs with their owners; what a worker takes meanwhile, and what another version wrote, is left out. */
  async function findOwners(ids: readonly string[]): Promise<{ id: string; owner: Owner; place: number }[]> {
    const pipeline = redis.pipeline();
    for (const id of ids) pipeline.hmget(keyOf(id), 'data', 'priority');
    const replies = (await pipeline.exec()) ?? [];
    const jobs = ids.flatMap((id, index) => {
      const [data, priority] = (replies[index]?.[1] ?? []) as (string | null)[];
      const { data: job } = queuedJob.safeParse(data ? JSON.parse(data) : undefined);
      const payload = queue.payload.safeParse(job?.payload);
      return payload.success && queue.owner
        ? [{ id, place: Number(priority ?? 0), owned: queue.owner(payload.data) }]
        : [];
    });
    const owners = await ownersOf(jobs.map(({ owned }) => owned));
    return jobs.map(({ id, place }, index) => ({ id, place, owner: owners[index] ?? [] }));
  }

  async function moveToFront(id: string): Promise<boolean> {
    const job = await Job.fromId(worker, id);
    if (!job) return false;
    await job.changePriority({ priority: 0, lifo: true });
    return true;
  }

  return {
    async advance(hasRoom) {
      const front = await readPage(0);
      if (front.ids.length === 0) return 'none';
      const further = front.isLast ? { ids: [], isLast: true } : await readPage(position);
      position = further.isLast ? pageSize : position + pageSize;
      const jobs = await findOwners([...front.ids, ...further.ids]);
      const next = jobs.find(({ owner, place }) => hasRoom(owner, place));
      return next && (await moveToFront(next.id)) ? 'moved' : 'others';
    },
  };
}
