import { Redis } from 'ioredis';
import { testServers } from './servers/servers.ts';

export interface TestRedis {
  /** Of a logical database of one's own, empty at the start. */
  readonly url: string;
  /** Empties it. */
  drop(): Promise<void>;
}

const counter = 'docfleet-test:databases-taken';

/** An empty logical database: nobody else has it until as many others were asked for as the server has. */
export async function createTestRedis(): Promise<TestRedis> {
  const { redisUrl } = await testServers();
  const redis = new Redis(redisUrl);
  try {
    const [, databases] = (await redis.config('GET', 'databases')) as [string, string];
    // Number 0 holds the counter.
    const number = 1 + ((await redis.incr(counter)) % (Number(databases) - 1));
    await redis.select(number);
    await redis.flushdb();
    return { url: `${redisUrl}/${number}`, drop: () => empty(`${redisUrl}/${number}`) };
  } finally {
    redis.disconnect();
  }
}

async function empty(url: string): Promise<void> {
  const redis = new Redis(url);
  try {
    await redis.flushdb();
  } finally {
    redis.disconnect();
  }
}
