import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Database } from '@docfleet/domain/database';
import { Redis } from 'ioredis';

/** The tables of a database of which a row holds a text, as text or as bytes; with how many rows. */
export async function tablesWith(database: Database, text: string): Promise<string[]> {
  const tables = await database.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await database.$queryRawUnsafe<{ rows: bigint }[]>(
      `SELECT count(*) AS rows FROM "${name}" AS one WHERE one::text ILIKE $1 OR one::text ILIKE $2`,
      `%${text}%`,
      `%${Buffer.from(text).toString('hex')}%`,
    );
    if (row && row.rows > 0n) found.push(`table ${name}`);
  }
  return found;
}

async function contentOf(redis: Redis, key: string): Promise<string> {
  const type = await redis.type(key);
  if (type === 'string') return (await redis.getBuffer(key))?.toString('latin1') ?? '';
  if (type === 'hash') return JSON.stringify(await redis.hgetall(key));
  if (type === 'list') return JSON.stringify(await redis.lrange(key, 0, -1));
  if (type === 'set') return JSON.stringify(await redis.smembers(key));
  if (type === 'zset') return JSON.stringify(await redis.zrange(key, '0', '-1'));
  if (type === 'stream') return JSON.stringify(await redis.xrange(key, '-', '+'));
  return '';
}

/** The keys of Redis that are, or hold, a text. */
export async function redisKeysWith(url: string, text: string): Promise<string[]> {
  const redis = new Redis(url);
  const found: string[] = [];
  try {
    for await (const keys of redis.scanStream({ count: 1_000 }) as AsyncIterable<string[]>)
      for (const key of keys)
        if (`${key} ${await contentOf(redis, key)}`.includes(text)) found.push(`key ${key}`);
  } finally {
    redis.disconnect();
  }
  return found;
}

/** The files below a folder whose names or bytes hold a text. */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    const bytes = entry.isFile() ? await readFile(path).catch(() => undefined) : undefined;
    if (name.includes(text) || bytes?.includes(text)) found.push(`file ${name}`);
  }
  return found;
}
