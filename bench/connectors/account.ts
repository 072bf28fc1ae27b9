import { setTimeout as sleep } from 'node:timers/promises';
import { activateConnection, createConnection } from '@docfleet/domain/connection';
import { type Database, openDatabase } from '@docfleet/domain/database';
import { acceptConnectionSource } from '@docfleet/domain/ingest';
import { createDispatcher } from '@docfleet/domain/outbox';
import { createProducer } from '@docfleet/queues';
import { createLogger } from '@docfleet/runtime/logging';
import { createVault } from '@docfleet/secrets';
import type { BenchServers } from '../servers.ts';
import { makeTenant } from '../tenant.ts';

/** A connection that is synced again and again. */
export interface Account {
  readonly database: Database;
  readonly organizationId: string;
  readonly namespaceId: string;
  readonly connectionId: string;
  /** Asks for what the connection shares, or for these items of it; returns the run. */
  ask(externalIds?: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

async function makeHome(servers: BenchServers) {
  const { organizationId, namespaceIds } = await makeTenant(servers, ['connected']);
  return { organizationId, namespaceId: namespaceIds[0] ?? '' };
}

/** Makes a connection that its user has authorized with this token, in a namespace of its own or in that of another account. */
export async function openAccount(
  servers: BenchServers,
  connector: string,
  accessToken: string,
  home?: Pick<Account, 'organizationId' | 'namespaceId'>,
): Promise<Account> {
  const { organizationId, namespaceId } = home ?? (await makeHome(servers));
  const database = openDatabase({ url: servers.databaseUrl, poolSize: 2 });
  const producer = createProducer({ url: servers.environment['REDIS_URL'] ?? '' });
  const logger = createLogger({ service: 'bench', level: 'warn' });
  const dispatcher = createDispatcher(database, producer, logger);
  const vault = createVault(servers.environment['MASTER_KEY'] ?? '');
  const owner = { organizationId, apiKeyId: null };
  const order = { namespaceId, tenantId: null, name: 'bench', connector };
  const { id: connectionId } = await createConnection(database, owner, {
    ...order,
    externalId: null,
    clientRedirectUrl: null,
  });
  const lasting = { refreshToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null };
  const tokens = { accessToken, ...lasting };
  await activateConnection(database, vault, { connectionId, clientId: 'bench', tokens });
  return {
    database,
    organizationId,
    namespaceId,
    connectionId,
    async ask(externalIds) {
      const { ingestJobRunId, jobs } = await acceptConnectionSource(database, vault, {
        organizationId,
        namespaceId,
        tenantId: null,
        source: connector,
        connectionId,
        config: { connectionId, externalIds: externalIds ?? null },
        chunkSize: 1_000,
        chunkOverlap: 200,
        syncFrequency: undefined,
      });
      // As the gateway does: what is left to the relay waits for two seconds and more.
      dispatcher.dispatch(jobs);
      await dispatcher.drain();
      return ingestJobRunId;
    },
    async close() {
      await producer.close();
      await database.$disconnect();
    },
  };
}

/** Waits until a condition of the database holds, without a timeout; polls every `everyMs`. */
export async function untilTrue(isTrue: () => Promise<boolean>, everyMs = 250): Promise<void> {
  while (!(await isTrue())) await sleep(everyMs);
}
