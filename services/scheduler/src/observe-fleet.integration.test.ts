import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { acceptDocument } from '@docfleet/domain/ingest';
import { createNamespace } from '@docfleet/domain/namespace';
import { createOrganization } from '@docfleet/domain/organization';
import { openResources, type Resources, resourcesConfig } from '@docfleet/pipeline/resources';
import { createLogger } from '@docfleet/runtime/logging';
import { Scope } from '@docfleet/runtime/service';
import { createTestDatabase, createTestRedis, type TestRedis } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { classifyBacklogs, divideBacklogs, observeFleet } from './observe-fleet.ts';

const scope = new Scope();
let redis: TestRedis;
let resources: Resources;

beforeAll(async () => {
  const database = scope.defer(await createTestDatabase(), (opened) => opened.drop());
  redis = scope.defer(await createTestRedis(), (opened) => opened.drop());
  const config = z.object(resourcesConfig).parse({
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: tmpdir(),
    NAMESPACE_WINDOW: 2,
  });
  const logger = createLogger({ service: 'scheduler', level: 'silent' });
  resources = await openResources(scope, config, logger);
  observeFleet(scope, resources, 0);
});
afterAll(() => scope.close());

/** Accepts texts into a new namespace whose window has room for two. */
async function acceptTexts(count: number): Promise<void> {
  const { database, vault, admissionWindow, dispatcher } = resources;
  const organizationId = await createOrganization(database, 'Acme');
  const { id: namespaceId } = await createNamespace(database, vault, {
    organizationId,
    name: randomUUID(),
    configs: {},
  });
  for (let index = 0; index < count; index += 1) {
    const incoming = {
      organizationId,
      namespaceId,
      tenantId: null,
      externalId: String(index),
      name: 'tea',
      documentType: 'TEXT',
      source: 'TEXT',
      metadata: {},
      chunkSize: 1_000,
      chunkOverlap: 200,
      config: {},
      contentHash: createHash('sha256').update('tea').digest(),
      stage: 'EMBED',
      text: 'tea',
    } as const;
    const admission = await admissionWindow.admit(namespaceId);
    dispatcher.dispatch((await acceptDocument(database, incoming, { admission })).jobs);
  }
  await dispatcher.drain();
}

/** The value of a series by the beginning of its line; undefined when it is not there. */
async function read(series: string): Promise<number | undefined> {
  const { body } = await resources.metrics.scrape();
  const line = body.split('\n').find((candidate) => candidate.startsWith(series));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

test('the seconds of work before a replica count what is in Redis and what still waits in PostgreSQL', async () => {
  await acceptTexts(5);
  const jobs = (state: string) => read(`docfleet_queue_jobs{queue="embed-document",state="${state}"`);
  expect([await jobs('waiting'), await jobs('prioritized'), await jobs('backlog')]).toEqual([1, 1, 3]);
  expect(await read('docfleet_queue_seconds_of_work{queue="embed-document"')).toBeCloseTo(0.5);
  expect(await read('docfleet_queue_seconds_of_work{queue="parse-document"')).toBe(0);
  expect(await read('docfleet_backlog_documents{namespace_class="1-99"')).toBe(3);
  expect(await read('docfleet_backlog_namespaces{namespace_class="1-99"')).toBe(1);
  expect(await read('docfleet_backlog_namespaces{namespace_class="1000000-"')).toBe(0);
});

test('what a crash left in the outbox is counted with its age', async () => {
  await resources.database.outboxEntry.create({
    data: {
      id: randomUUID(),
      queue: 'embed-document',
      payload: {},
      createdAt: new Date(Date.now() - 30_000),
    },
  });
  expect(await read('docfleet_outbox_entries')).toBe(1);
  const lag = await read('docfleet_outbox_lag_seconds');
  expect(lag).toBeGreaterThan(29);
  expect(lag).toBeLessThan(60);
});

test('a document is stuck when it was not changed for long and has no job, but not while it waits for its turn', async () => {
  await resources.database.document.updateMany({ data: { updatedAt: new Date(Date.now() - 200_000) } });
  expect(await read('docfleet_stuck_documents')).toBe(0);
  await redis.drop();
  expect(await read('docfleet_stuck_documents')).toBe(2);
});

test('what cannot be read is not exported', async () => {
  expect(await read('docfleet_stuck_documents')).toBeDefined();
  await resources.database.$executeRaw`ALTER TABLE outbox_entries RENAME TO outbox_entries_away`;
  expect(await read('docfleet_stuck_documents')).toBeUndefined();
  expect(await read('docfleet_queue_seconds_of_work')).toBeUndefined();
  await resources.database.$executeRaw`ALTER TABLE outbox_entries_away RENAME TO outbox_entries`;
});

test('a backlog is divided among queues as its oldest documents are, and classed by its size', () => {
  const backlogs = [
    { namespaceId: 'a', documents: 1_000, queues: ['parse', 'parse', 'parse', 'embed'] },
    { namespaceId: 'b', documents: 10, queues: ['embed'] },
  ];
  expect(Object.fromEntries(divideBacklogs(backlogs))).toEqual({ parse: 750, embed: 260 });
  expect(classifyBacklogs(backlogs).slice(0, 2)).toEqual([
    { namespaceClass: '1-99', namespaces: 1, documents: 10 },
    { namespaceClass: '100-9999', namespaces: 1, documents: 1_000 },
  ]);
});
