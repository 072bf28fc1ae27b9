import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { AppError, paidFor } from '@docfleet/errors';
import { createLogger } from '@docfleet/runtime/logging';
import { createTestRedis, eventually, type TestRedis } from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { z } from 'zod';
import {
  createJob,
  createProducer,
  defineQueue,
  type Handler,
  type Producer,
  type RunningWorker,
  startWorker,
  type WorkerOptions,
} from './index.ts';

const errands = defineQueue({
  name: 'errands',
  description: 'For tests',
  payload: z.strictObject({ id: z.string() }),
  dedupe: ({ id }) => id,
});

const logger = createLogger({ service: 'test', level: 'silent' });
let redis: TestRedis;
let producer: Producer;
let worker: RunningWorker | undefined;

beforeAll(async () => {
  redis = await createTestRedis();
});
beforeEach(async () => {
  producer = createProducer(redis);
  await producer.ping();
});
afterEach(async () => {
  await worker?.close();
  await producer.close();
});
afterAll(() => redis.drop());

function work(
  handle: Handler<{ id: string }>['handle'],
  onExhausted: Handler<{ id: string }>['onExhausted'] = async () => undefined,
  options: Partial<WorkerOptions> = {},
) {
  const usual = { connection: redis, concurrency: 5, logger };
  worker = startWorker(errands, { handle, onExhausted }, { ...usual, ...options });
}

/** Stands before a Redis and can stop passing on what its connections say, without closing them. */
async function startProxy(redisUrl: string) {
  const { hostname: host, port } = new URL(redisUrl);
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const upstream = connect({ host, port: Number(port) });
    client.pipe(upstream).pipe(client);
    sockets.push(client, upstream);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(redisUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silence() {
      for (const socket of sockets) socket.unpipe();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const add = (...ids: string[]) => producer.add(ids.map((id) => createJob(errands, { id })));

test('a transient failure is retried, a permanent one is reported as exhausted once', async () => {
  const handled: string[] = [];
  const exhausted: string[] = [];
  work(
    async ({ id }) => {
      handled.push(id);
      if (id === 'rejected') throw new AppError('PROVIDER_REJECTED', 'wrong key');
      if (id === 'flaky' && handled.filter((one) => one === 'flaky').length < 3)
        throw new AppError('PROVIDER_UNAVAILABLE', 'down');
    },
    async ({ id }, error) => void exhausted.push(`${id} ${error.code}`),
  );
  await add('fine', 'flaky', 'rejected');
  await eventually(
    () => expect(handled.toSorted()).toEqual(['fine', 'flaky', 'flaky', 'flaky', 'rejected']),
    15_000,
  );
  expect(exhausted).toEqual(['rejected PROVIDER_REJECTED']);
});

test('a job that waits for its turn is requeued without limit, and no attempt is counted', async () => {
  const turns = 400;
  let handled = 0;
  let exhausted = 0;
  work(
    async () => {
      handled += 1;
      if (handled < turns)
        throw new AppError('SERVICE_UNAVAILABLE', 'busy', { details: { retryAfterMs: 1 } });
    },
    async () => {
      exhausted += 1;
    },
  );
  await add('waiting');
  await eventually(() => expect(handled).toBe(turns), 20_000);
  expect(exhausted).toBe(0);
});

test('work is tried again only as often as its lost attempts may be paid for, whatever else failed before', async () => {
  let handled = 0;
  const reasons: unknown[] = [];
  const down = new AppError('PROVIDER_UNAVAILABLE', 'down', { details: { retryAfterMs: 1 } });
  work(
    async () => {
      handled += 1;
      throw handled % 2 === 0 ? paidFor(down) : down;
    },
    async (_, { details }) => void reasons.push(details.reason),
    { maxPaidAttempts: 2 },
  );
  await add('costly');
  await eventually(
    () => expect(reasons).toEqual([expect.stringMatching(/2 attempts.*MAX_PAID_ATTEMPTS/)]),
    15_000,
  );
  expect(handled).toBe(4);
});

test('what an error means is for the owner of the queue to say', async () => {
  const turns = 20;
  let handled = 0;
  const away = new Error('The database is away');
  const busy = new AppError('SERVICE_UNAVAILABLE', 'busy', { details: { retryAfterMs: 1 } });
  work(
    async () => {
      handled += 1;
      if (handled < turns) throw away;
    },
    undefined,
    { failureOf: (cause) => (cause === away ? busy : AppError.from(cause)) },
  );
  await add('waiting');
  await eventually(() => expect(handled).toBe(turns), 20_000);
});

test('a job that waits is not added again, one that is done may be', async () => {
  const handled: string[] = [];
  await add('once');
  await add('once', 'once');
  work(async ({ id }) => void handled.push(id));
  await eventually(() => expect(handled).toEqual(['once']));
  await eventually(async () => {
    await add('once');
    expect(handled).toEqual(['once', 'once']);
  });
});

test('a job that comes behind fewer of its own is taken before those that wait already', async () => {
  const handled: string[] = [];
  const job = (id: string, priority?: number) => createJob(errands, { id }, { priority });
  await producer.add([job('second', 1), job('third', 2), job('also second', 1), job('first')]);
  const taken = startWorker(
    errands,
    { handle: async ({ id }) => void handled.push(id), onExhausted: async () => undefined },
    { connection: redis, concurrency: 1, logger },
  );
  worker = taken;
  await eventually(() => expect(handled).toEqual(['first', 'second', 'also second', 'third']));
});

test('of an owner whose work does not end, another owner feels nothing', async () => {
  const owned = defineQueue({
    name: 'owned-errands',
    description: 'For tests',
    payload: z.strictObject({ id: z.string(), owner: z.string() }),
    dedupe: ({ id }) => id,
    owner: ({ owner }) => ({ kind: 'namespace', id: owner }),
  });
  const begun: string[] = [];
  const released = Promise.withResolvers<void>();
  const handle = async ({ owner }: { owner: string }) => {
    begun.push(owner);
    if (owner === 'hanging') await released.promise;
  };
  worker = startWorker(
    owned,
    { handle, onExhausted: async () => undefined },
    { connection: redis, concurrency: 5, logger },
  );
  const job = (id: number, owner: string) => createJob(owned, { id: `${owner} ${id}`, owner });
  await producer.add(Array.from({ length: 15 }, (_, id) => job(id, 'hanging')));
  await eventually(() => expect(begun).toHaveLength(4));
  await producer.add([job(1, 'other')]);
  await eventually(() => expect(begun).toContain('other'));
  expect(begun.filter((owner) => owner === 'hanging')).toHaveLength(4);
  released.resolve();
});

test('what is asked for while it is at work is done once more, as it may have come too late to be seen', async () => {
  let handled = 0;
  const begun = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  work(async () => {
    handled += 1;
    begun.resolve();
    await asked.promise;
  });
  await add('once');
  await begun.promise;
  await add('once', 'once');
  asked.resolve();
  await eventually(() => expect(handled).toBe(2));
});

test('a worker that is stopped in mid-job hands it back: another does it at once, and no attempt is counted', async () => {
  const begun = Promise.withResolvers<void>();
  const hang = (_payload: unknown, signal: AbortSignal) => {
    begun.resolve();
    return new Promise<void>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  const options = { connection: redis, concurrency: 1, logger, drainTimeoutMs: 100 };
  const stopped = startWorker(errands, { handle: hang, onExhausted: async () => undefined }, options);
  await producer.add([createJob(errands, { id: 'halfway' }, { priority: 3 })]);
  await begun.promise;
  const handled: string[] = [];
  work(async ({ id }) => void handled.push(id));
  await stopped.close();
  await eventually(() => expect(handled).toEqual(['halfway']), 2_000);
});

test('the shards of a queue divide its jobs, each key in one of them, and a worker does them all', async () => {
  const connection = { ...redis, shards: [{ queue: errands.name, count: 4 }] };
  const sharded = createProducer(connection);
  const ids = Array.from({ length: 40 }, (_, index) => `job ${index}`);
  const jobs = ids.map((id) => createJob(errands, { id }));
  await sharded.add([...jobs, ...jobs]);
  const keys = new Redis(redis.url);
  const waiting = await Promise.all(
    [0, 1, 2, 3].map((shard) => keys.llen(`{docfleet:errands:${shard}}:errands:wait`)),
  );
  keys.disconnect();
  expect(Math.min(...waiting)).toBeGreaterThan(0);
  expect(waiting.reduce((sum, count) => sum + count)).toBe(40);
  const handled: string[] = [];
  const handle = async ({ id }: { id: string }) => void handled.push(id);
  worker = startWorker(
    errands,
    { handle, onExhausted: async () => undefined },
    { connection, concurrency: 8, logger },
  );
  await eventually(() => expect(handled.toSorted()).toEqual(ids.toSorted()));
  await sharded.close();
});

test('a payload that does not fit its queue is refused when it is made', () => {
  expect(() => createJob(errands, { id: 1 } as never)).toThrow();
});

test('a producer whose Redis fell silent fails, and is back with Redis', async () => {
  const proxy = await startProxy(redis.url);
  const producer = createProducer({ url: proxy.url, silenceMs: 500 });
  await producer.ping();
  await producer.add([createJob(errands, { id: 'before' })]);
  proxy.silence();
  await expect(producer.add([createJob(errands, { id: 'unheard' })])).rejects.toThrow();
  await eventually(() => producer.add([createJob(errands, { id: 'after' })]), 10_000);
  await producer.close();
  await proxy.close();
});

test('a producer without Redis fails at once', async () => {
  const lost = createProducer({ url: 'redis://127.0.0.1:1' });
  await expect(lost.add([createJob(errands, { id: 'x' })])).rejects.toThrow();
  await lost.close();
});

test('a job whose payload is of another version is let go at once, so that the same work can be asked for anew', async () => {
  const handled: string[] = [];
  const old = { queue: errands.name, dedupeKey: 'a', payload: { id: 'a', since: 'another version' } };
  await producer.add([old]);
  work(async ({ id }) => void handled.push(id));
  await eventually(async () => {
    await add('a');
    expect(handled).toContain('a');
  });
});
