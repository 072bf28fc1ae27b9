import { createHash } from 'node:crypto';
import { connectRedis, type RedisClient } from '@docfleet/redis/connection';
import { Queue } from 'bullmq';
import type { QueueDefinition } from './define-queue.ts';

const defaultPrefix = 'docfleet';

/** A queue that lies in places of its own, so that the nodes of a Redis Cluster divide the work. */
interface QueueShards {
  readonly queue: string;
  readonly count: number;
}

export interface QueueConnection {
  readonly url: string;
  /** Begins the keys of all queues; `docfleet` by default. Installations that share a Redis have one each. */
  readonly prefix?: string | undefined;
  readonly shards?: readonly QueueShards[] | undefined;
  /** Time that a producer waits for a response before it reconnects, in milliseconds; 10 s by default. */
  readonly silenceMs?: number;
}

/** Returns the key prefixes of a queue: one per shard, or only the installation's prefix if the queue has no shards. Each is a Redis Cluster hash tag, so that all keys of a shard lie on one node. */
export function prefixesOf(
  { prefix = defaultPrefix, shards = [] }: QueueConnection,
  queueName: string,
): readonly [string, ...string[]] {
  const count = shards.find(({ queue }) => queue === queueName)?.count ?? 0;
  const [first = `{${prefix}}`, ...others] = Array.from(
    { length: count },
    (_, shard) => `{${prefix}:${queueName}:${shard}}`,
  );
  return [first, ...others];
}

/** The shard of a job: the same for the same key, so that a job that waits is found there. */
export function prefixOf(connection: QueueConnection, queueName: string, dedupeKey: string): string {
  const prefixes = prefixesOf(connection, queueName);
  if (prefixes.length === 1) return prefixes[0];
  const hash = createHash('sha256').update(dedupeKey).digest().readUInt32BE();
  return prefixes[hash % prefixes.length] ?? prefixes[0];
}

const connectTimeoutMs = 5_000;
/**
 * Time without a response after which the client reconnects: TCP alone would need a quarter of an hour to detect a host that
 * vanished. Workers wait for their next job for up to ten seconds.
 */
const defaultSilenceMs = { producer: 10_000, worker: 30_000 };

/** Connects a producer: a command fails at once while Redis is unavailable, so that no request waits; the outbox keeps the job. */
export function connectProducer({
  url,
  silenceMs = defaultSilenceMs.producer,
}: QueueConnection): RedisClient {
  return connectRedis(url, {
    connectTimeout: connectTimeoutMs,
    socketTimeout: silenceMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    lazyConnect: true,
  });
}

/** Connects a worker: commands wait until Redis is back, as BullMQ requires. */
export function connectWorker({ url }: QueueConnection): RedisClient {
  return connectRedis(url, {
    connectTimeout: connectTimeoutMs,
    socketTimeout: defaultSilenceMs.worker,
    maxRetriesPerRequest: null,
  });
}

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
