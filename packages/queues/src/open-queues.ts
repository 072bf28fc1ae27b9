import { Queue } from 'bullmq';
import { allQueues } from './all-queues.ts';
import { connectProducer, prefixesOf, type QueueConnection } from './connection.ts';

interface OpenedQueue {
  readonly queue: Queue;
  readonly description: string;
  /** Which of the queue's shards it is; undefined for one that lies in one place. */
  readonly shard: number | undefined;
}

/** All queues as BullMQ has them, for a look into them. */
export interface OpenedQueues {
  readonly queues: readonly OpenedQueue[];
  close(): Promise<void>;
}

/** Opens all queues; nothing is written by it. */
export function openQueues(connection: QueueConnection): OpenedQueues {
  const redis = connectProducer(connection);
  // Commands report their own failures; without a listener a lost connection would end the process.
  const ignoreConnectionErrors = () => undefined;
  redis.on('error', ignoreConnectionErrors);
  const queues = allQueues.flatMap(({ name, description }) =>
    prefixesOf(connection, name).map((prefix, index, { length }) => {
      const queue = new Queue(name, { connection: redis, prefix, skipMetasUpdate: true });
      queue.on('error', ignoreConnectionErrors);
      return { queue, description, shard: length > 1 ? index : undefined };
    }),
  );
  return {
    queues,
    async close() {
      await Promise.all(queues.map(({ queue }) => queue.close()));
      redis.disconnect();
    },
  };
}
