import { createLogger } from '@docfleet/runtime/logging';
import { createTestRedis, eventually, type TestRedis } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { createJob, createProducer, defineQueue, type Producer, startWorker } from './index.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let redis: TestRedis;
let producer: Producer;
beforeAll(async () => {
  redis = await createTestRedis();
  producer = createProducer(redis);
});
afterAll(async () => {
  await producer.close();
  await redis.drop();
});

test('a job that is ahead of others of its owner does not lose the free slots to them', async () => {
  const owned = defineQueue({
    name: 'ranked-errands',
    description: 'For tests',
    payload: z.strictObject({ id: z.string() }),
    dedupe: ({ id }) => id,
    owner: () => ({ kind: 'namespace', id: 'one and the same' }),
  });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  let isOver = false;
  const handle = async ({ id }: { id: string }) => {
    begun.push(id);
    if (!isOver) await new Promise<void>((resolve) => ends.push(resolve));
  };
  const worker = startWorker(
    owned,
    { handle, onExhausted: async () => undefined },
    { connection: redis, concurrency: 32, logger },
  );
  const job = (id: string, priority: number) => createJob(owned, { id }, { priority });
  await producer.add(Array.from({ length: 300 }, (_, index) => job(`other ${index}`, 100)));
  await eventually(() => expect(begun).toHaveLength(25));
  // A vendor that answers 16 times a second.
  const answers = setInterval(() => ends.shift()?.(), 60);
  let overtaken = 0;
  for (let number = 0; number < 12; number += 1) {
    const before = begun.length;
    await producer.add([job(`ahead ${number}`, 1)]);
    await eventually(() => expect(begun).toContain(`ahead ${number}`), 20_000);
    overtaken += begun.indexOf(`ahead ${number}`) - before;
  }
  clearInterval(answers);
  isOver = true;
  for (const end of ends) end();
  await worker.close();
  // One that is sent back is overtaken by as many as begin in a second and more.
  expect(overtaken).toBeLessThan(60);
});
