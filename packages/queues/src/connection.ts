import { Redis } from 'ioredis';

/** Keys of all queues share this hash tag, so that a Redis Cluster keeps what a script touches together. */
export const defaultPrefix = '{docfleet}';

export interface QueueConnection {
  readonly url: string;
  /** Set in tests, so that several can share one Redis. */
  readonly prefix?: string | undefined;
}

const connectTimeoutMs = 5_000;
/**
 * Who waits for an answer for so long connects anew: a host that vanished without a word would otherwise be waited for until TCP
 * gives up, after a quarter of an hour. Workers ask for their next job with a pause of up to ten seconds.
 */
const silenceMs = { producer: 10_000, worker: 30_000 };

/** For producers: a command fails at once while Redis is away, so that nobody waits; the outbox keeps what could not be said. */
export function connectProducer({ url }: QueueConnection): Redis {
  return new Redis(url, {
    connectTimeout: connectTimeoutMs,
    socketTimeout: silenceMs.producer,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    lazyConnect: true,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
  });
}

/** For workers: commands wait until Redis is back, as BullMQ requires. */
export function connectWorker({ url }: QueueConnection): Redis {
  return new Redis(url, {
    connectTimeout: connectTimeoutMs,
    socketTimeout: silenceMs.worker,
    maxRetriesPerRequest: null,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
  });
}
