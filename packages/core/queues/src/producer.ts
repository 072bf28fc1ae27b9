import { Queue } from 'bullmq';
import { connectProducer, prefixesOf, prefixOf, type QueueConnection } from './connection.ts';
import { maxAttempts, type PayloadOf, type QueueDefinition } from './define-queue.ts';

/** A job as it lies in the outbox and in the queue: what to do, and the request that caused it. */
export interface QueuedJob {
  readonly queue: string;
  readonly dedupeKey: string;
  readonly payload: object;
  readonly requestId?: string | undefined;
  /** The span that caused it, so that the job belongs to the same trace. */
  readonly traceparent?: string | undefined;
  /** Jobs without one, or with a lower one, are taken first; those of the same in their order. At most 2,097,152. */
  readonly priority?: number | undefined;
}

export interface Producer {
  /** Adds jobs to their queues; a job whose key waits already is left out, one whose key is at work runs once more afterwards. Rejects when Redis does not take them. */
  add(jobs: readonly QueuedJob[]): Promise<void>;
  /** Rejects unless Redis responds. */
  ping(): Promise<void>;
  /**
   * Tests whether Redis takes jobs; rejects unless it responds. One that is full, cannot write to its disk or lacks replicas only answers.
   */
  takesJobs(): Promise<boolean>;
  close(): Promise<void>;
}

/** Redis errors that refuse writes temporarily: https://redis.io/docs/latest/develop/reference/error-codes/ */
const refusesWrites = /^(OOM|MISCONF|NOREPLICAS|READONLY)\b/;
const trialLifetimeMs = 60_000;

/** Makes the job for a queue out of its payload; throws when the payload does not fit the queue's schema. */
export function createJob<Definition extends QueueDefinition>(
  queue: Definition,
  payload: PayloadOf<Definition>,
  { requestId, traceparent, priority }: Pick<QueuedJob, 'requestId' | 'traceparent' | 'priority'> = {},
): QueuedJob {
  const data = queue.payload.parse(payload) as object;
  const dedupeKey = queue.dedupe(data);
  return { queue: queue.name, dedupeKey, payload: data, requestId, traceparent, priority };
}

function toBulkJob({ queue, payload, requestId, traceparent, dedupeKey, priority }: QueuedJob) {
  return {
    name: queue,
    data: { payload, requestId, traceparent },
    opts: {
      attempts: maxAttempts,
      backoff: { type: 'custom' },
      // A request that comes while the job runs may concern rows that it has already read: it runs once more afterwards.
      deduplication: { id: dedupeKey, keepLastIfActive: true },
      ...(priority && { priority }),
      removeOnComplete: { age: 3_600, count: 1_000 },
      removeOnFail: { age: 7 * 86_400, count: 10_000 },
    },
  };
}

/** Opens the way into all queues. */
export function createProducer(connection: QueueConnection): Producer {
  const redis = connectProducer(connection);
  const queues = new Map<string, Queue>();
  // Commands report their own failures; without a listener a lost connection would end the process.
  const ignoreConnectionErrors = () => undefined;
  redis.on('error', ignoreConnectionErrors);

  function open(name: string, prefix: string): Queue {
    const place = `${prefix}:${name}`;
    const known = queues.get(place);
    if (known) return known;
    const queue = new Queue(name, { connection: redis, prefix });
    queue.on('error', ignoreConnectionErrors);
    queues.set(place, queue);
    return queue;
  }

  return {
    async add(jobs) {
      for (const [name, ofQueue] of Map.groupBy(jobs, (job) => job.queue)) {
        const shards = Map.groupBy(ofQueue, ({ dedupeKey }) => prefixOf(connection, name, dedupeKey));
        for (const [prefix, group] of shards) await open(name, prefix).addBulk(group.map(toBulkJob));
      }
    },
    async ping() {
      if (redis.status === 'wait') await redis.connect();
      await redis.ping();
    },
    async takesJobs() {
      if (redis.status === 'wait') await redis.connect();
      try {
        await redis.set(`${prefixesOf(connection, '')[0]}:trial`, '', 'PX', trialLifetimeMs);
        return true;
      } catch (error) {
        if (error instanceof Error && refusesWrites.test(error.message)) return false;
        throw error;
      }
    },
    async close() {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      redis.disconnect();
    },
  };
}
