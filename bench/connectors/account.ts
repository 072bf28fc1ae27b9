import { setTimeout as sleep } from 'node:timers/promises';
import { activateConnection, createConnection } from '@docfleet/domain/connection';
import { type ConnectorType, type Database, openDatabase } from '@docfleet/domain/database';
import { acceptConnectionSource } from '@docfleet/domain/ingest';
import { createVault } from '@docfleet/secrets';
import type { BenchServers } from '../servers.ts';
import { makeTenant } from '../tenant.ts';

/** A connection of a namespace of its own, to be synced again and again. */
export interface Account {
  readonly database: Database;
  readonly namespaceId: string;
  /** Asks for what the connection shares; returns the run. */
  ask(): Promise<string>;
  close(): Promise<void>;
}

/** Makes a connection that its user has authorised with this token. */
export async function openAccount(
  servers: BenchServers,
  connector: ConnectorType,
  accessToken: string,
): Promise<Account> {
  const { organizationId, namespaceIds } = await makeTenant(servers, ['connected']);
  const [namespaceId = ''] = namespaceIds;
  const database = openDatabase({ url: servers.databaseUrl, poolSize: 2 });
  const vault = createVault(servers.environment['MASTER_KEY'] ?? '');
  const owner = { organizationId, apiKeyId: null };
  const order = { namespaceId, tenantId: null, name: 'bench', connector };
  const { id: connectionId } = await createConnection(database, owner, {
    ...{ ...order, externalId: null, clientRedirectUrl: null },
  });
  const lasting = { refreshToken: null, accessTokenExpiresAt: null, refreshTokenExpiresAt: null };
  const tokens = { accessToken, ...lasting };
  await activateConnection(database, vault, { connectionId, clientId: 'bench', tokens });
  return {
    database,
    namespaceId,
    async ask() {
      const { ingestJobRunId } = await acceptConnectionSource(database, vault, {
        ...{ organizationId, namespaceId, tenantId: null, source: connector, connectionId },
        ...{ config: { connectionId }, chunkSize: 1_000, chunkOverlap: 200, syncFrequency: undefined },
      });
      return ingestJobRunId;
    },
    close: () => database.$disconnect(),
  };
}

/** Waits until a condition of the database holds, however long it takes. */
export async function untilTrue(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(250);
}
