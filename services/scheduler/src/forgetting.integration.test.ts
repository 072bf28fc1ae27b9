import { recordAuditEvent } from '@docfleet/domain/audit-event';
import { createId, type Database, openDatabase } from '@docfleet/domain/database';
import { createOrganization } from '@docfleet/domain/organization';
import type { Resources } from '@docfleet/pipeline/resources';
import { createTestDatabase, type TestDatabase } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { schedulerTasks } from './tasks.ts';

const dayMs = 86_400_000;
let testDatabase: TestDatabase;
let database: Database;
let organizationId: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, poolSize: 2 });
  organizationId = await createOrganization(database, 'Acme');
});
afterAll(async () => {
  await database.$disconnect();
  await testDatabase.drop();
});

async function runTask(name: string): Promise<void> {
  // These tasks need nothing but the database.
  const tasks = schedulerTasks({ database } as Resources, { AUDIT_RETENTION_DAYS: 30 });
  await tasks.find((task) => task.name === name)!.run(AbortSignal.timeout(10_000));
}

test('events of the audit trail are removed AUDIT_RETENTION_DAYS after they happened', async () => {
  for (const targetId of ['older', 'newer']) {
    const change = { action: 'webhook.created', targetType: 'webhook', targetId } as const;
    await recordAuditEvent(database, { organizationId, apiKeyId: null }, change);
  }
  for (const [targetId, days] of [['older', 30.1] as const, ['newer', 29.9] as const])
    await database.auditEvent.updateMany({
      where: { targetId },
      data: { createdAt: new Date(Date.now() - days * dayMs) },
    });
  await runTask('forget-audit-events');
  expect(await database.auditEvent.findMany({ select: { targetId: true } })).toEqual([{ targetId: 'newer' }]);
});

test('idempotency keys are removed when their time is over', async () => {
  const record = {
    organizationId,
    fingerprint: new Uint8Array(32),
    claimId: organizationId,
    leaseExpiresAt: new Date(0),
  };
  await database.idempotencyRecord.createMany({
    data: [
      { ...record, key: 'over', expiresAt: new Date(Date.now() - 1) },
      { ...record, key: 'kept', expiresAt: new Date(Date.now() + dayMs) },
    ],
  });
  await runTask('forget-idempotency-keys');
  expect(await database.idempotencyRecord.findMany({ select: { key: true } })).toEqual([{ key: 'kept' }]);
});

test('authorizations that were never completed are removed when they expire', async () => {
  const [namespaceId, connectionId] = [createId(), createId()];
  const namespace = {
    id: namespaceId,
    organizationId,
    name: 'docs',
    configs: {},
    sealedSecrets: new Uint8Array(1),
  };
  await database.namespace.create({ data: namespace });
  const connection = {
    id: connectionId,
    organizationId,
    namespaceId,
    name: 'mine',
    connector: 'BOX',
  } as const;
  await database.connection.create({ data: connection });
  const state = { connectionId, clientId: 'app', redirectUri: 'https://docs.example.com/' };
  await database.oauthState.createMany({
    data: [
      { ...state, stateHash: new Uint8Array([1]), expiresAt: new Date(Date.now() - 1) },
      { ...state, stateHash: new Uint8Array([2]), expiresAt: new Date(Date.now() + dayMs) },
    ],
  });
  await runTask('forget-authorizations');
  const left = await database.oauthState.findMany();
  expect(left.map(({ stateHash }) => [...stateHash])).toEqual([[2]]);
});
