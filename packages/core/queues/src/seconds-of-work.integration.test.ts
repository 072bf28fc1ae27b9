import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@docfleet/errors';
import { createLogger } from '@docfleet/runtime/logging';
import { createTestRedis, eventually, type TestRedis } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  createJob,
  createProducer,
  defineQueue,
  openQueueMonitor,
  secondsOfWork,
  startWorker,
} from './index.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
let redis: TestRedis;
beforeAll(async () => {
  redis = await createTestRedis();
});
afterAll(() => redis.drop());

/** A load: how many jobs there are, whose they are, what each does, and how many a worker takes at once. */
interface Load {
  readonly jobs: number;
  readonly owner?: (index: number) => string;
  readonly priority?: (index: number) => number;
  readonly handle: (index: number) => Promise<void>;
  readonly concurrency: number;
  readonly parallel?: number;
  readonly shards?: number;
  readonly workers?: number;
}

/** Lets one at a time work for so long, as a pool with one process does. */
function oneAtATime(ms: number) {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => sleep(ms));
    return last;
  };
}

/** Refuses the first attempt at each job. */
function refuseFirst(error: () => AppError) {
  const refused = new Set<number>();
  return async (index: number) => {
    if (refused.has(index)) return sleep(20);
    refused.add(index);
    throw error();
  };
}

const loads: Record<string, Load> = {
  'jobs of one namespace of which a pool does one at a time': {
    jobs: 24,
    handle: oneAtATime(80),
    concurrency: 8,
    parallel: 1,
  },
  'jobs of one namespace': { jobs: 40, handle: () => sleep(200), concurrency: 8 },
  'jobs of many namespaces of one organization': {
    jobs: 40,
    owner: (index) => `o/${index}`,
    handle: () => sleep(200),
    concurrency: 8,
  },
  'jobs of many organizations': {
    jobs: 40,
    owner: (index) => `${index}/n`,
    handle: () => sleep(200),
    concurrency: 8,
  },
  'jobs of a worker that does one at a time': { jobs: 12, handle: () => sleep(150), concurrency: 1 },
  'hundreds of short jobs': { jobs: 400, handle: () => sleep(5), concurrency: 16 },
  'a single long job': { jobs: 1, handle: () => sleep(1_500), concurrency: 8 },
  'jobs that fail once and are retried': {
    jobs: 20,
    handle: refuseFirst(() => new AppError('PROVIDER_UNAVAILABLE', 'down')),
    concurrency: 8,
  },
  'jobs that a vendor puts off': {
    jobs: 20,
    handle: refuseFirst(
      () => new AppError('SERVICE_UNAVAILABLE', 'later', { details: { retryAfterMs: 1_000 } }),
    ),
    concurrency: 8,
  },
  'jobs in a sharded queue with two replicas': {
    jobs: 40,
    handle: () => sleep(200),
    concurrency: 8,
    shards: 2,
    workers: 2,
  },
  'jobs in the order of their priority': {
    jobs: 40,
    owner: (index) => `o/${index % 3}`,
    priority: (index) => index,
    handle: () => sleep(150),
    concurrency: 6,
  },
};

/** Works on a load; returns the metric as it was read all the time until the last job had ended. */
async function measure(name: string, load: Load): Promise<number[]> {
  const queue = defineQueue({
    name: `load-${Object.keys(loads).indexOf(name)}`,
    description: 'For tests',
    payload: z.strictObject({ index: z.number(), owner: z.string() }),
    dedupe: ({ index }) => String(index),
    owner: ({ owner }) => ({ kind: 'namespace', id: owner }),
  });
  const connection = {
    ...redis,
    ...(load.shards && { shards: [{ queue: queue.name, count: load.shards }] }),
  };
  const producer = createProducer(connection);
  await eventually(() => producer.ping());
  const monitor = openQueueMonitor(connection);
  const { owner = () => 'o/n', priority = () => 0, handle, concurrency } = load;
  const jobs = Array.from({ length: load.jobs }, (_, index) =>
    createJob(queue, { index, owner: owner(index) }, { priority: priority(index) }),
  );
  await producer.add(jobs);
  let done = 0;
  const handler = {
    handle: async ({ index }: { index: number }) => {
      await handle(index);
      done += 1;
    },
    onExhausted: async () => undefined,
  };
  const options = {
    connection,
    concurrency,
    logger,
    ...(load.parallel && { parallel: load.parallel }),
    ownersOf: async (things: readonly { id: string }[]) => things.map(({ id }) => id.split('/')),
  };
  const workers = Array.from({ length: load.workers ?? 1 }, () => startWorker(queue, handler, options));
  const samples: number[] = [];
  while (done < load.jobs) {
    const level = (await monitor.read([queue.name])).get(queue.name);
    if (done < load.jobs && level) samples.push(secondsOfWork(level));
    await sleep(20);
  }
  await Promise.all(workers.map((worker) => worker.close()));
  monitor.close();
  await producer.close();
  return samples;
}

test.each(Object.entries(loads))(
  'the seconds of work are never 0 before the end of %s',
  async (name, load) => {
    const samples = await measure(name, load);
    expect(samples.length).toBeGreaterThan(3);
    expect(Math.min(...samples)).toBeGreaterThan(0);
    if (load.jobs > 1) expect(samples.at(-1)).toBeLessThan(Math.max(...samples) / 2);
  },
);

test('the seconds of work of a pool that does one job at a time are those that it takes, and fall with each job', async () => {
  const samples = await measure('jobs of one namespace of which a pool does one at a time', {
    jobs: 24,
    handle: oneAtATime(100),
    concurrency: 8,
    parallel: 1,
  });
  const half = samples[Math.floor(samples.length / 2)] ?? 0;
  expect(half).toBeGreaterThan(0.6);
  expect(half).toBeLessThan(2.4);
  const tail = samples.slice(Math.floor(samples.length / 4));
  const rises = tail.filter((value, index) => value > (tail[index - 1] ?? value) * 1.05);
  expect(rises.length).toBeLessThan(tail.length / 10);
});
