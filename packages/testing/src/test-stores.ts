import { Redis } from 'ioredis';
import { takeDatabase, testServers } from './servers/servers.ts';
import { databaseAt, execute } from './servers/statements.ts';

export interface TestDatabase {
  readonly url: string;
  /** Drops the database and closes its remaining connections. */
  drop(): Promise<void>;
}

/** Creates a database that no other test has, with all migrations applied and no rows. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const [{ databaseUrl }, name] = await Promise.all([testServers(), takeDatabase()]);
  return {
    url: databaseAt(databaseUrl, name),
    drop: () => execute(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

export interface TestRedis {
  /** URL of a logical database, empty at the start. */
  readonly url: string;
  /** Deletes everything in the logical database. */
  drop(): Promise<void>;
}

const deadlineMs = 10_000;
const counter = 'docfleet-test:databases-taken';

/** Returns an empty logical database; they are assigned in turn, so that none is shared until all are in use. */
export async function createTestRedis(): Promise<TestRedis> {
  const { redisUrl } = await testServers();
  // Database 0 holds the counter.
  const number = await withRedis(databaseAt(redisUrl, 0), async (redis) => {
    const [, databases] = (await redis.config('GET', 'databases')) as [string, string];
    return 1 + ((await redis.incr(counter)) % (Number(databases) - 1));
  });
  const url = databaseAt(redisUrl, number);
  const drop = () => withRedis(url, async (redis) => void (await redis.flushdb()));
  await drop();
  return { url, drop };
}

async function withRedis<Result>(url: string, work: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, commandTimeout: deadlineMs });
  redis.on('error', () => undefined); // `connect` rejects with it.
  try {
    await redis.connect();
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
