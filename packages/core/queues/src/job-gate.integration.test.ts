import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@docfleet/runtime/logging';
import { createTestRedis, eventually, type TestRedis } from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  type Attempt,
  createJob,
  createProducer,
  defineQueue,
  type OwnersOf,
  openQueueMonitor,
  type Producer,
  type QueueMonitor,
  type RunningWorker,
  startWorker,
} from './index.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let redis: TestRedis;
let producer: Producer;
let monitor: QueueMonitor;
const workers: RunningWorker[] = [];
beforeAll(async () => {
  redis = await createTestRedis();
  producer = createProducer(redis);
  await eventually(() => producer.ping());
  monitor = openQueueMonitor(redis);
});
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.close())));
afterAll(async () => {
  monitor.close();
  await producer.close();
  await redis.drop();
});

const queueOf = (name: string) =>
  defineQueue({
    name,
    description: 'For tests',
    payload: z.strictObject({ id: z.string(), owner: z.string() }),
    dedupe: ({ id }) => id,
    owner: ({ owner }) => ({ kind: 'namespace', id: owner }),
  });

/** Owners are written as organization/namespace. */
const ownersOf: OwnersOf = async (things) => {
  await sleep(2); // As long as a database takes.
  return things.map(({ id }) => id.split('/'));
};

/** Works on a queue with jobs that end by a call. */
function workOn(queue: ReturnType<typeof queueOf>, concurrency: number, work?: () => Promise<void>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const attempts: Attempt[] = [];
  let isOver = false;
  const handle = async ({ id, owner }: { id: string; owner: string }) => {
    begun.push(owner);
    if (isOver) return;
    if (work) return work();
    await new Promise<void>((resolve) => ends.set(id, resolve));
  };
  const worker = startWorker(
    queue,
    { handle, onExhausted: async () => undefined },
    { connection: redis, concurrency, logger, ownersOf, onAttempt: (attempt) => void attempts.push(attempt) },
  );
  workers.push(worker);
  const endNext = () => {
    const [next] = ends;
    if (next) ends.delete(next[0]);
    next?.[1]();
  };
  const endAll = () => {
    isOver = true;
    for (; ends.size > 0; ) endNext();
  };
  const done = () => attempts.filter(({ outcome }) => outcome === 'done').length;
  return { begun, attempts, done, endNext, endAll };
}

const jobs = (queue: ReturnType<typeof queueOf>, owner: (index: number) => string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    createJob(queue, { id: `${owner(index)} ${index}`, owner: owner(index) }, { priority: index }),
  );

const postponed = (attempts: readonly Attempt[]) =>
  attempts.filter(({ outcome }) => outcome === 'postponed').length;

test('jobs of one namespace that find no slot stay in the queue, and are postponed less often than they are done', async () => {
  const queue = queueOf('slow-jobs');
  await producer.add(jobs(queue, () => 'o/n', 31));
  // Longer than a job waits for a slot before others of its worker go back.
  const work = workOn(queue, 8, () => sleep(150));
  await eventually(() => expect(work.done()).toBe(31), 15_000);
  expect(postponed(work.attempts)).toBeLessThan(15);
});

test('jobs that do not end keep no job from a slot that is free', async () => {
  const queue = queueOf('lasting-jobs');
  await producer.add(jobs(queue, () => 'o/n', 40));
  const work = workOn(queue, 64);
  await eventually(() => expect(work.begun).toHaveLength(40), 5_000);
  work.endAll();
});

test('the jobs that an organization has in many namespaces do not keep the job of another out of a slot', async () => {
  const queue = queueOf('many-namespaces');
  await producer.add(jobs(queue, (index) => `many/${index}`, 400));
  const work = workOn(queue, 8);
  await eventually(() => expect(work.begun.length).toBeGreaterThan(5));
  await producer.add([createJob(queue, { id: 'one', owner: 'other/n' }, { priority: 900 })]);
  await eventually(() => expect(work.begun).toContain('other/n'), 3_000);
  expect(work.begun.filter((owner) => owner.startsWith('many/')).length).toBeLessThan(8);
  work.endAll();
});

test('a job that waits for a slot in a worker is counted in the age of what waits', async () => {
  const queue = queueOf('aged-jobs');
  await producer.add(jobs(queue, () => 'o/n', 2));
  const work = workOn(queue, 2);
  await eventually(() => expect(work.begun).toHaveLength(1));
  await eventually(async () => {
    const level = (await monitor.read([queue.name])).get(queue.name);
    expect(level).toMatchObject({ active: 2, waiting: 0, prioritized: 0 });
    expect(level?.oldestSeconds).toBeGreaterThan(0.3);
  });
  work.endNext();
  await eventually(() => expect(work.begun).toHaveLength(2));
  await eventually(async () => {
    const level = (await monitor.read([queue.name])).get(queue.name);
    expect(level).toMatchObject({ active: 1, oldestSeconds: 0 });
  });
  work.endAll();
});

test('a worker that stops returns the job that waits for a slot at once', async () => {
  const queue = queueOf('stopped-jobs');
  await producer.add(jobs(queue, () => 'o/n', 6));
  const stopped = workOn(queue, 2);
  await eventually(() => expect(stopped.begun).toHaveLength(1));
  const [worker] = workers.splice(0);
  const closed = worker?.close();
  stopped.endAll();
  await closed;
  const next = workOn(queue, 20);
  await eventually(() => expect(next.begun).toHaveLength(5));
  next.endAll();
});
