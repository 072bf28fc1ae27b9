import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedServer, startRedis } from '@docfleet/embedded';
import { createLogger } from '@docfleet/runtime/logging';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import {
  createProducer,
  findCacheFaults,
  findQueueFaults,
  findRedisFaults,
  type QueueConnection,
  requireLastingRedis,
} from './index.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const require = (connection: QueueConnection, installation = 'one') =>
  requireLastingRedis(connection, { installation, logger: log });
let directory: string;
/** Of this file alone: the setting is the whole server's. */
let server: EmbeddedServer;
let redis: Redis;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docfleet-policy-'));
  server = await startRedis({ directory, log, durable: false });
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

test('a Redis that refuses writes when it is full is taken', async () => {
  await expect(require(server)).resolves.toBeUndefined();
});

test('a Redis that answers and refuses to be written takes no jobs', async () => {
  const producer = createProducer(server);
  try {
    expect(await producer.takesJobs()).toBe(true);
    for (const [name, value, usual] of [
      ['maxmemory', '1', '0'],
      ['min-replicas-to-write', '1', '0'],
    ] as const) {
      await redis.config('SET', name, value);
      await producer.ping();
      expect([name, await producer.takesJobs()]).toEqual([name, false]);
      await redis.config('SET', name, usual);
    }
    expect(await producer.takesJobs()).toBe(true);
  } finally {
    await producer.close();
  }
});

test('a Redis of caches that takes nothing more when it is full is reported with the remedy', async () => {
  expect(await findCacheFaults(server.url)).toEqual([]);
  await redis.config('SET', 'maxmemory', '100mb');
  expect(await findCacheFaults(server.url)).toEqual([
    { sentence: expect.stringMatching(/CACHE_REDIS_URL.*allkeys-lru/), isLasting: false },
  ]);
  await redis.config('SET', 'maxmemory', '0');
});

test('a Redis of another installation is refused', async () => {
  await expect(require(server, 'two')).rejects.toThrow(/Another docfleet installation/);
});

test('another installation is found without leaving a mark', async () => {
  expect(await findQueueFaults(server, 'one')).toEqual([]);
  expect((await findQueueFaults(server, 'two')).map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(/Another docfleet installation.*REDIS_PREFIX/),
  ]);
  expect(await findQueueFaults({ url: server.url, prefix: 'third' }, 'two')).toEqual([]);
  expect(await redis.keys('{third}*')).toEqual([]);
});

test('installations with a prefix each share a Redis', async () => {
  await expect(require({ url: server.url, prefix: 'second' }, 'two')).resolves.toBeUndefined();
});

test('a Redis user without a right that is needed is refused with that right', async () => {
  await redis.acl('SETUSER', 'app', 'on', '>pw', '~*', '&*', '+@all', '-@dangerous');
  const url = server.url.replace(/\/\/[^@]*@/, '//app:pw@');
  await expect(require({ url })).rejects.toThrow(/NOPERM.*\+info/s);
});

test('a wrong password of Redis is refused', async () => {
  const url = server.url.replace(/\/\/[^@]*@/, '//app:wrong@');
  await expect(require({ url })).rejects.toThrow(/Correct user, password/);
});

test('a Redis that accepts fewer clients than a fleet has is reported with the remedy', async () => {
  await redis.config('SET', 'maxclients', '30');
  const [fault] = await findRedisFaults(server);
  expect(fault?.sentence).toMatch(/accepts 30 clients.*raise maxclients/);
  await expect(require(server)).resolves.toBeUndefined();
  await redis.config('SET', 'maxclients', '10000');
});

test.each(['allkeys-lru', 'volatile-ttl'])('a Redis with maxmemory-policy %s is refused', async (policy) => {
  await redis.config('SET', 'maxmemory-policy', policy);
  await expect(require(server)).rejects.toThrow(policy);
});

test('a Redis that does not answer is no reason to refuse, and is reported with the remedy', async () => {
  expect(await findRedisFaults({ url: 'redis://127.0.0.1:1' })).toEqual([
    {
      sentence: expect.stringMatching(/^Redis does not answer \(.*127\.0\.0\.1:1\).*correct REDIS_URL$/),
      isLasting: false,
    },
  ]);
  await expect(require({ url: 'redis://127.0.0.1:1' })).resolves.toBeUndefined();
});
