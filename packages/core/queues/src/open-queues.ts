import { Queue } from 'bullmq';
import { connectProducer, prefixesOf, type QueueConnection } from './connection.ts';
import type { QueueDefinition } from './define-queue.ts';

/** Queues as BullMQ has them, for a look into them. */
export interface OpenedQueues {
  readonly queues: readonly {
    readonly queue: Queue;
    readonly description: string;
    /** Number of the shard, where a queue has several. */
    readonly shard?: number;
  }[];
  close(): Promise<void>;
}

/** Opens queues; nothing is written by it. */
export function openQueues(
  connection: QueueConnection,
  named: readonly Pick<QueueDefinition, 'name' | 'description'>[],
): OpenedQueues {
  const redis = connectProducer(connection);
  // Commands report their own failures; without a listener a lost connection would end the process.
  const ignoreConnectionErrors = () => undefined;
  redis.on('error', ignoreConnectionErrors);
  const queues = named.flatMap(({ name, description }) => {
    const prefixes = prefixesOf(connection, name);
    return prefixes.map((prefix, shard) => {
      const queue = new Queue(name, { connection: redis, prefix, skipMetasUpdate: true });
      queue.on('error', ignoreConnectionErrors);
      return { queue, description, ...(prefixes.length > 1 && { shard }) };
    });
  });
  return {
    queues,
    async close() {
      await Promise.all(queues.map(({ queue }) => queue.close()));
      redis.disconnect();
    },
  };
}
