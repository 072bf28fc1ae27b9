import { Queue } from 'bullmq';
import { allQueues } from './all-queues.ts';
import { connectProducer, defaultPrefix, type QueueConnection } from './connection.ts';

/** All queues as BullMQ has them, for a look into them. */
export interface OpenedQueues {
  readonly queues: readonly { readonly queue: Queue; readonly description: string }[];
  close(): Promise<void>;
}

/** Opens all queues; nothing is written by it. */
export function openQueues(connection: QueueConnection): OpenedQueues {
  const redis = connectProducer(connection);
  // Commands report their own failures; without a listener a lost connection would end the process.
  const ignoreConnectionErrors = () => undefined;
  redis.on('error', ignoreConnectionErrors);
  const options = { connection: redis, prefix: connection.prefix ?? defaultPrefix, skipMetasUpdate: true };
  const queues = allQueues.map(({ name, description }) => {
    const queue = new Queue(name, options);
    queue.on('error', ignoreConnectionErrors);
    return { queue, description };
  });
  return {
    queues,
    async close() {
      await Promise.all(queues.map(({ queue }) => queue.close()));
      redis.disconnect();
    },
  };
}
