import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedServer, startRedis } from '@docfleet/embedded';
import { createLogger } from '@docfleet/runtime/logging';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { requireLastingRedis } from './index.ts';

const log = createLogger({ service: 'test', level: 'silent' });
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
  await expect(requireLastingRedis(server, log)).resolves.toBeUndefined();
});

test.each(['allkeys-lru', 'volatile-ttl'])('a Redis with maxmemory-policy %s is refused', async (policy) => {
  await redis.config('SET', 'maxmemory-policy', policy);
  await expect(requireLastingRedis(server, log)).rejects.toThrow(policy);
});

test('a Redis that does not answer is no reason to refuse', async () => {
  await expect(requireLastingRedis({ url: 'redis://127.0.0.1:1' }, log)).resolves.toBeUndefined();
});
