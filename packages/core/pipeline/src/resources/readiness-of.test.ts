import { createProducer, type Producer } from '@docfleet/queues';
import type { Cache } from '@docfleet/redis/cache';
import { checkReadiness } from '@docfleet/runtime/service';
import { expect, test } from '@jest/globals';
import { createDiskSpace } from './disk-space.ts';
import { type Opened, readinessOf } from './open-resources.ts';

const database = (isReadOnly: boolean) => ({
  $queryRaw: (async () => [{ isReadOnly }]) as unknown as Opened['database']['$queryRaw'],
});
const producerThat = (takesJobs: boolean) => ({ takesJobs: async () => takesJobs }) as Producer;
const cacheThat = (ping: () => Promise<void>) => ({ ping }) as Cache;
const unconnected: Opened = { database: database(false), disk: createDiskSpace('/', 0) };
const opened: Opened = { ...unconnected, producer: producerThat(true) };
const read = async (others: Partial<Opened> = {}, hasCache = false) =>
  (await checkReadiness(readinessOf(() => ({ ...opened, ...others }), hasCache))).body;

test('a process is ready when everything takes its work', async () => {
  expect(await read()).toEqual({ status: 'ok', checks: { database: 'ok', redis: 'ok', disk: 'ok' } });
});

test('a process that has not connected its queues yet is not ready', async () => {
  const early = readinessOf(() => unconnected, false);
  expect((await checkReadiness(early)).body).toMatchObject({
    status: 'failing',
    checks: { redis: 'failing' },
  });
});

test('the queues are asked for, and not the Redis of the cache', async () => {
  const away = createProducer({ url: 'redis://127.0.0.1:1' });
  try {
    const body = await read({ producer: away, ownCache: cacheThat(async () => undefined) }, true);
    expect(body).toMatchObject({ status: 'failing', checks: { redis: 'failing', cache: 'ok' } });
  } finally {
    await away.close();
  }
});

test('a cache that is away keeps no process from its work, and is named', async () => {
  const ownCache = cacheThat(() => Promise.reject(new Error('away')));
  expect(await read({ ownCache }, true)).toMatchObject({ status: 'degraded', checks: { cache: 'away' } });
});

test('a database that takes no writes, and a full disk, are named', async () => {
  const disk = createDiskSpace('/', Number.MAX_SAFE_INTEGER);
  expect(await read({ database: database(true), disk })).toEqual({
    status: 'degraded',
    checks: { database: 'read-only', redis: 'ok', disk: 'full' },
  });
});

test('a Redis that answers and takes no jobs is named', async () => {
  expect(await read({ producer: producerThat(false) })).toMatchObject({
    status: 'degraded',
    checks: { redis: 'read-only' },
  });
});
