import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '@docfleet/domain/api-key';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { createOrganization } from '@docfleet/domain/organization';
import {
  type ApiClient,
  createApiClient,
  createTestDatabase,
  createTestRedis,
  eventually,
  type FleetProcess,
  leaseFleet,
  type SharedFleet,
  startFleetProcess,
} from '@docfleet/testing';

/** A running fleet, an organization of its own in it, and the ways to look into it. */
export interface TestFleet extends SharedFleet {
  readonly apiKey: string;
  readonly organizationId: string;
  readonly api: ApiClient;
  readonly database: Database;
  /** Returns the number of the organization's documents by status. */
  countByStatus(): Promise<Record<string, number>>;
  /** Ends all of the organization's work and leaves nothing behind. */
  remove(): Promise<void>;
}

/** A fleet that is not shared: it may be killed and stopped. */
export type OwnFleet = TestFleet & FleetProcess;

const countByStatus = async (database: Database, organizationId: string) => {
  const rows = await database.document.groupBy({ by: ['status'], where: { organizationId }, _count: true });
  return Object.fromEntries(rows.map((row) => [row.status, row._count]));
};

/** Settings of the fleets that test files share. */
const sharedSettings = { EGRESS_ALLOW_CIDRS: '127.0.0.0/8' };

/** An organization of one's own in a fleet that other test files have used, or will. Egress to this machine is allowed. */
export async function joinFleet(): Promise<TestFleet> {
  const { value: shared, release } = await leaseFleet(sharedSettings);
  const database = openDatabase({ url: shared.databaseUrl, poolSize: 3 });
  const organizationId = await createOrganization(database, 'Acme');
  const apiKey = await createApiKey(database, { organizationId, name: 'test', scopes: ['admin'] });
  return {
    ...shared,
    organizationId,
    apiKey,
    api: createApiClient({ url: shared.url, apiKey }),
    database,
    countByStatus: () => countByStatus(database, organizationId),
    async remove() {
      // Workers may hold locks on its rows; what they have in hand ends as they find it gone.
      await eventually(() => database.organization.delete({ where: { id: organizationId } }));
      await database.$disconnect();
      release();
    },
  };
}

/** Starts a fleet with these settings beside its own; with a folder, as `npm run quickstart` does. */
export async function startTestFleet(
  environment: Readonly<Record<string, string>>,
  quickstartWith?: string,
): Promise<OwnFleet> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'docfleet-e2e-'));
  const [testDatabase, redis] = await Promise.all([createTestDatabase(), createTestRedis()]);
  const fleet = await startFleetProcess({
    dataDirectory,
    environment: {
      DATABASE_URL: testDatabase.url,
      REDIS_URL: redis.url,
      ...environment,
    },
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
    countByStatus: () => countByStatus(database, fleet.organizationId),
    async remove() {
      await fleet.stop();
      await database.$disconnect();
      await Promise.all([testDatabase.drop(), redis.drop()]);
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
