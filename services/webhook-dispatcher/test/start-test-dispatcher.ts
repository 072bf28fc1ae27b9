import type { Actor } from '@docfleet/domain/audit-event';
import { createOrganization } from '@docfleet/domain/organization';
import { createWebhook, type WebhookSettings } from '@docfleet/domain/webhook';
import { openResources, type Resources, resourcesConfig } from '@docfleet/pipeline/resources';
import { createLogger } from '@docfleet/runtime/logging';
import { Scope } from '@docfleet/runtime/service';
import {
  createTestDatabase,
  createTestRedis,
  eventually,
  type StubHandler,
  type StubServer,
  startStubServer,
} from '@docfleet/testing';
import { z } from 'zod';
import { startWebhookDispatcher } from '../src/start.ts';

const masterKey = Buffer.alloc(32, 7).toString('base64');

async function openTestResources(scope: Scope, log: string[]): Promise<Resources> {
  const database = scope.defer(await createTestDatabase(), (opened) => opened.drop());
  const redis = scope.defer(await createTestRedis(), (opened) => opened.drop());
  const config = z.object(resourcesConfig).parse({
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    MASTER_KEY: masterKey,
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
  });
  const destination = { write: (line: string) => void log.push(line) };
  const logger = createLogger({ service: 'webhook-dispatcher', level: 'info' }, destination);
  const resources = await openResources(scope, config, logger);
  // The first query loads a module, which jest allows only while a test or a hook runs.
  await resources.database.$connect();
  return resources;
}

/** The deliveries of a webhook with their attempts. */
function watchDeliveries({ database }: Resources) {
  const deliveriesOf = (webhookId: string) =>
    database.webhookDelivery.findMany({
      where: { webhookId },
      orderBy: { id: 'asc' },
      include: { log: { orderBy: { number: 'asc' } } },
    });
  return {
    deliveriesOf,
    /** The first one, once it has this status. */
    settled: (webhookId: string, status: string) =>
      eventually(async () => {
        const [delivery] = await deliveriesOf(webhookId);
        if (delivery?.status !== status) throw new Error(`the delivery is ${delivery?.status}`);
        return delivery;
      }, 20_000),
  };
}

/** The payload of each event. */
export const eventData = {
  documentIds: ['d'],
  ingestJobRunId: '01a1fdb6-5755-73ec-93b5-a1233b7d127d',
} as const;

/** Creates webhooks and the events that they receive. */
function createSource({ database, vault }: Resources, actor: Actor) {
  const { organizationId } = actor;
  return {
    async listen(url: string, changes: Partial<WebhookSettings> & { tenantId?: string } = {}) {
      const usual = { name: 'x', url, events: [], namespaceNames: [], tenantId: null };
      const settings = { ...usual, retryPolicy: 'DEFAULT' as const, ...changes };
      const { webhook, signingKey } = await createWebhook(database, vault, actor, settings);
      return { id: webhook.id, signingKey };
    },
    emit: (count = 1, changes: { tenantId?: string; namespaceName?: string } = {}) =>
      database.webhookEvent.createMany({
        data: Array.from({ length: count }, () => ({
          organizationId,
          namespaceName: 'docs',
          type: 'DOCUMENTS_READY' as const,
          data: eventData,
          ...changes,
        })),
      }),
  };
}

/** A dispatcher on real PostgreSQL and Redis, and functions that create its work; 127.0.0.0/8 is allowed, ::1 is not. */
export async function startTestDispatcher() {
  const scope = new Scope();
  const log: string[] = [];
  const resources = await openTestResources(scope, log);
  const { database } = resources;
  startWebhookDispatcher(scope, resources, { concurrency: 512, retentionDays: 14, disableAfterDays: 5 });
  const organizationId = await createOrganization(database, 'Acme');
  const actor = { organizationId, apiKeyId: null };
  const receivers: StubServer[] = [];
  return {
    resources,
    log,
    actor,
    organizationId,
    ...watchDeliveries(resources),
    ...createSource(resources, actor),
    async createSourceOfAnother() {
      const another = await createOrganization(database, 'Another');
      return createSource(resources, { organizationId: another, apiKeyId: null });
    },
    async receive(handler: StubHandler = () => ({ status: 200 })): Promise<StubServer> {
      const receiver = await startStubServer(handler);
      receivers.push(receiver);
      return receiver;
    },
    async reset() {
      await database.webhook.deleteMany();
      await database.webhookEvent.deleteMany();
      await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
    },
    close: () => scope.close(),
  };
}

export type TestDispatcher = Awaited<ReturnType<typeof startTestDispatcher>>;
