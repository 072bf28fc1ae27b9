import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FleetProcess, startFleetProcess } from '../fleet-process.ts';
import { createTestDatabase, createTestRedis } from '../test-stores.ts';
import type { FleetRequest, SharedFleet } from './servers.ts';

interface Member {
  readonly settings: string;
  readonly shared: SharedFleet;
  readonly hasEnded: FleetProcess['hasEnded'];
  free: boolean;
  stop(): Promise<void>;
}

export interface FleetPool {
  take(environment: FleetRequest['environment']): Promise<{ fleet: SharedFleet; release(): void }>;
  close(): Promise<void>;
}

/** Creates a pool of fleets that keep running between the test files that use them, at most as many as files run at once. */
export function createFleetPool(): FleetPool {
  const members: Member[] = [];
  return {
    async take(environment) {
      const settings = JSON.stringify(environment);
      const found = members.find((one) => one.free && one.settings === settings && !one.hasEnded());
      if (found) found.free = false;
      const member = found ?? (await start(environment, settings));
      if (!found) members.push(member);
      const release = () => {
        member.free = true;
      };
      return { fleet: member.shared, release };
    },
    async close() {
      await Promise.all(members.map((member) => member.stop()));
    },
  };
}

async function start(environment: FleetRequest['environment'], settings: string): Promise<Member> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'docfleet-e2e-'));
  const [database, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const { url, pid, stop, hasEnded } = await startFleetProcess({
    dataDirectory,
    // Tests poll; those of the limit set their own.
    environment: {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      RATE_LIMIT_PER_MINUTE: '0',
      ...environment,
    },
  });
  return {
    settings,
    shared: { url, pid, databaseUrl: database.url, redisUrl: redis.url, dataDirectory },
    hasEnded,
    free: false,
    async stop() {
      await stop();
      await Promise.all([database.drop(), redis.drop()]);
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
