import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@docfleet/runtime/logging';
import { expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { startRedis } from './start-redis.ts';

/** CACHE_QUERIES=864000 are those of a day at 600 a minute: 4.6 GB, if none was evicted. */
const queries = Number(process.env['CACHE_QUERIES'] ?? 20_000);
/** Bytes of one vector of 1,024 dimensions. */
const vector = Buffer.alloc(4_096, 7);
const queriesAtOnce = 1_000;
const maxMemoryMegabytes = 32;

/** The figures of a section of INFO. */
async function figuresOf(redis: Redis, section: string): Promise<Map<string, number>> {
  const lines = (await redis.info(section)).split('\r\n').map((line) => line.split(':'));
  return new Map(lines.map(([name = '', value]) => [name, Number(value)]));
}

test(`${queries} searches for different texts leave the cache within its memory, and the latest in it`, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'docfleet-cache-'));
  const log = createLogger({ service: 'test', level: 'silent' });
  const server = await startRedis({ directory, log, purpose: 'cache', maxMemoryMegabytes });
  const redis = new Redis(server.url);
  try {
    for (let from = 0; from < queries; from += queriesAtOnce) {
      const batch = redis.pipeline();
      for (let query = from; query < from + queriesAtOnce; query += 1)
        batch.set(`docfleet-cache:query-vector:${String(query).padStart(43, '0')}`, vector, 'PX', 86_400_000);
      await batch.exec();
    }
    const memory = await figuresOf(redis, 'memory');
    const used = memory.get('used_memory') ?? Number.NaN;
    const statistics = await figuresOf(redis, 'stats');
    const kept = await redis.dbsize();
    process.stdout.write(
      `${queries} queries: ${Math.round(used / 2 ** 20)} MB of ${maxMemoryMegabytes} MB, ${kept} kept, ${statistics.get('evicted_keys')} evicted\n`,
    );
    // Memory of clients' connections is counted as well.
    expect(used).toBeLessThan(1.1 * maxMemoryMegabytes * 2 ** 20);
    expect(statistics.get('evicted_keys')).toBeGreaterThan(queries / 2);
    const latest = `docfleet-cache:query-vector:${String(queries - 1).padStart(43, '0')}`;
    expect(await redis.exists(latest)).toBe(1);
  } finally {
    redis.disconnect();
    await server.stop();
    await rm(directory, { recursive: true });
  }
}, 600_000);
