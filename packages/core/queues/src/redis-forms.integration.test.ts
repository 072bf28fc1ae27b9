import { createLogger } from '@docfleet/runtime/logging';
import { eventually, startTestRedisCluster, startWatchedRedis } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import type { QueueConnection } from './index.ts';
import { createJob, createProducer, defineQueue, startWorker } from './index.ts';

const errands = defineQueue({
  name: 'errands',
  description: 'For tests',
  payload: z.strictObject({ id: z.string() }),
  dedupe: ({ id }) => id,
});

const logger = createLogger({ service: 'test', level: 'silent' });
const waitTimeoutMs = 30_000;

/** Both ends of the queue; `handled` lists the completed jobs in the order of their ends. */
async function openBoth(connection: QueueConnection) {
  const producer = createProducer(connection);
  await eventually(() => producer.ping(), waitTimeoutMs);
  const handled: string[] = [];
  const handle = async ({ id }: { id: string }) => void handled.push(id);
  const worker = startWorker(
    errands,
    { handle, onExhausted: async () => undefined },
    { connection, concurrency: 8, logger },
  );
  return {
    handled,
    /** The nodes of a cluster are connected to one after the other; the outbox, too, asks again. */
    add: (...ids: string[]) =>
      eventually(() => producer.add(ids.map((id) => createJob(errands, { id }))), waitTimeoutMs),
    async close() {
      await worker.close();
      await producer.close();
    },
  };
}

test('on a Redis Cluster jobs are done, and the shards of a queue lie on several nodes', async () => {
  const cluster = await startTestRedisCluster();
  const shards = [{ queue: errands.name, count: 12 }];
  const queue = await openBoth({ url: cluster.url, shards });
  const ids = Array.from({ length: 100 }, (_, index) => `job ${index}`);
  await queue.add(...ids);
  await eventually(() => expect(queue.handled.toSorted()).toEqual(ids.toSorted()), waitTimeoutMs);
  const keys = await cluster.countKeys();
  expect(keys.filter((count) => count > 0).length).toBeGreaterThan(1);
  await queue.close();

  const unsharded = await openBoth({ url: cluster.url });
  await unsharded.add('one', 'two');
  await eventually(() => expect(unsharded.handled.toSorted()).toEqual(['one', 'two']), waitTimeoutMs);
  await unsharded.close();
  await cluster.stop();
}, 120_000);

test('behind sentinels jobs are done also after the master died and its replica took over', async () => {
  const redis = await startWatchedRedis();
  const queue = await openBoth(redis);
  await queue.add('before');
  await eventually(() => expect(queue.handled).toEqual(['before']), waitTimeoutMs);
  await redis.killMaster();
  await queue.add('after');
  await eventually(() => expect(queue.handled).toContain('after'), waitTimeoutMs);
  await queue.close();
  await redis.stop();
}, 120_000);
