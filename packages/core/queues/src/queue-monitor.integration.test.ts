import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@docfleet/errors';
import { createLogger } from '@docfleet/runtime/logging';
import { createTestRedis, eventually, type TestRedis } from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import * as queues from './index.ts';
import {
  type Attempt,
  allQueues,
  createJob,
  createProducer,
  defineQueue,
  openQueueMonitor,
  type Producer,
  type QueueMonitor,
  type RunningWorker,
  startWorker,
} from './index.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const queueOf = (name: string) =>
  defineQueue({
    name,
    description: 'for the test',
    payload: z.strictObject({ id: z.string() }),
    dedupe: ({ id }) => id,
  });
let redis: TestRedis;
let producer: Producer;
let monitor: QueueMonitor;
let worker: RunningWorker | undefined;

beforeAll(async () => {
  redis = await createTestRedis();
  producer = createProducer(redis);
  await eventually(() => producer.ping());
  monitor = openQueueMonitor(redis);
});
afterEach(async () => {
  await worker?.close();
  worker = undefined;
});
afterAll(async () => {
  monitor.close();
  await producer.close();
  await redis.drop();
});

const levelOf = async (name: string) => (await monitor.read([name])).get(name);

test('every queue that is exported is one that is watched', () => {
  const exported = Object.values(queues as Record<string, unknown>).flatMap((value) =>
    typeof value === 'object' && value !== null && 'dedupe' in value && 'name' in value ? [value.name] : [],
  );
  expect(allQueues.map(({ name }) => name).sort()).toEqual(exported.sort());
});

test('what waits is counted with and without a priority, and its age is that of the oldest', async () => {
  const queue = queueOf('watched-waiting');
  await producer.add(['a', 'b', 'c'].map((id) => createJob(queue, { id })));
  await producer.add([createJob(queue, { id: 'd' }, { priority: 5 })]);
  const level = await levelOf(queue.name);
  expect(level).toMatchObject({ waiting: 3, prioritized: 1, active: 0, delayed: 0, due: 0, failed: 0 });
  const later = await eventually(async () => {
    const again = await levelOf(queue.name);
    expect(again?.oldestSeconds).toBeGreaterThan(level?.oldestSeconds ?? 0);
    return again;
  });
  expect(later?.oldestSeconds).toBeLessThan(20);
});

test('a job that was put off is delayed, and due once its time has come and no worker takes it', async () => {
  const queue = queueOf('watched-delayed');
  const postpone = (retryAfterMs: number) => () =>
    Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'not yet', { details: { retryAfterMs } }));
  const putOff = async (id: string, retryAfterMs: number) => {
    await producer.add([createJob(queue, { id })]);
    const handler = { handle: postpone(retryAfterMs), onExhausted: async () => undefined };
    worker = startWorker(queue, handler, { connection: redis, concurrency: 1, logger });
    await eventually(async () => expect((await levelOf(queue.name))?.waiting).toBe(0));
    await worker.close();
    worker = undefined;
  };
  await putOff('a', 60_000);
  expect(await levelOf(queue.name)).toMatchObject({ delayed: 1, due: 0, active: 0 });
  await putOff('b', 20);
  await eventually(async () => expect(await levelOf(queue.name)).toMatchObject({ delayed: 1, due: 1 }));
});

test('how long a job takes a replica is measured by the last ones, with all of its slots at work', async () => {
  const queue = queueOf('watched-work');
  const reported: Attempt[] = [];
  expect((await levelOf(queue.name))?.secondsPerJob).toBe(0.1);
  await producer.add(['a', 'b', 'c'].map((id) => createJob(queue, { id })));
  const handler = { handle: () => sleep(200), onExhausted: async () => undefined };
  const onAttempt = (attempt: Attempt) => void reported.push(attempt);
  worker = startWorker(queue, handler, { connection: redis, concurrency: 10, logger, onAttempt });
  await eventually(() => expect(reported).toHaveLength(3));
  for (const { outcome, queue: name, waitMs, durationMs } of reported) {
    expect([outcome, name]).toEqual(['done', queue.name]);
    expect(waitMs).toBeGreaterThanOrEqual(0);
    expect(durationMs).toBeGreaterThan(190);
  }
  const perJob = await eventually(async () => {
    const level = await levelOf(queue.name);
    expect([level?.active, level?.secondsPerJob]).not.toEqual([0, 0.1]);
    return level?.secondsPerJob ?? 0;
  });
  expect(perJob).toBeGreaterThan(0.019);
});

test('a job is missing that neither waits nor is at work, whatever has become of it', async () => {
  const queue = queueOf('watched-missing');
  const [waiting, never] = [createJob(queue, { id: 'waiting' }), createJob(queue, { id: 'never' })];
  await producer.add([waiting]);
  expect(await monitor.findMissing([waiting, never])).toEqual([never]);
  const handler = { handle: async () => undefined, onExhausted: async () => undefined };
  worker = startWorker(queue, handler, { connection: redis, concurrency: 1, logger });
  await eventually(async () => expect(await monitor.findMissing([waiting])).toEqual([waiting]));
});

test('while Redis is unavailable nothing is reported', async () => {
  const nowhere = openQueueMonitor({ url: 'redis://127.0.0.1:1' });
  await expect(nowhere.read(['any'])).rejects.toThrow();
  nowhere.close();
});
