import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@docfleet/domain/database';
import {
  type ApiClient,
  createApiClient,
  createTestDatabase,
  createTestRedis,
  type FleetProcess,
  startFleetProcess,
} from '@docfleet/testing';

/** A running fleet on a database and a Redis of its own, and the ways to look into it. */
export interface TestFleet extends FleetProcess {
  readonly api: ApiClient;
  readonly database: Database;
  readonly dataDirectory: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** How many documents there are of each status. */
  countByStatus(): Promise<Record<string, number>>;
  /** Stops it and leaves nothing behind. */
  remove(): Promise<void>;
}

/** Starts a fleet with these settings beside its own; with a folder, as `npm run quickstart` does. */
export async function startTestFleet(
  environment: Readonly<Record<string, string>>,
  quickstartWith?: string,
): Promise<TestFleet> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'docfleet-e2e-'));
  const [testDatabase, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const fleet = await startFleetProcess({
    dataDirectory,
    environment: { DATABASE_URL: testDatabase.url, REDIS_URL: redis.url, ...environment },
    ...(quickstartWith !== undefined && { quickstartWith }),
  });
  const database = openDatabase({ url: testDatabase.url, poolSize: 3 });
  return {
    ...fleet,
    api: createApiClient(fleet),
    database,
    dataDirectory,
    databaseUrl: testDatabase.url,
    redisUrl: redis.url,
    async countByStatus() {
      const rows = await database.document.groupBy({ by: ['status'], _count: true });
      return Object.fromEntries(rows.map((row) => [row.status, row._count]));
    },
    async remove() {
      await fleet.stop();
      await database.$disconnect();
      await Promise.all([testDatabase.drop(), redis.drop()]);
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
