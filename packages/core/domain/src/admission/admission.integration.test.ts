import { randomUUID } from 'node:crypto';
import { AppError } from '@docfleet/errors';
import { createLogger, withLogContext } from '@docfleet/runtime/logging';
import { eventually } from '@docfleet/testing';
import { beforeEach, expect, test } from '@jest/globals';
import { database, incoming, namespace, vault } from '../../test/domain.fixture.ts';
import { createConnection } from '../connection/index.ts';
import { claimDocument, failDocument, findStalledDocuments } from '../document/index.ts';
import { acceptConnectionSource, acceptDocument } from '../ingest/index.ts';
import { createNamespace } from '../namespace/index.ts';
import type { OutboxJob } from '../outbox/index.ts';
import { addDocumentsToRun, findRunWithDocuments } from '../run/index.ts';
import { type AdmissionWindow, createAdmissionWindow } from './index.ts';

const windowSize = 5;
const logger = createLogger({ service: 'test', level: 'silent' });
let dispatched: OutboxJob[];
let admissionWindow: AdmissionWindow;

/** The state of a process that has just started. */
function startAdmission(): AdmissionWindow {
  const dispatcher = {
    dispatch: (jobs: readonly OutboxJob[]) => void dispatched.push(...jobs),
    drain: async () => undefined,
  };
  return createAdmissionWindow({ database, dispatcher, logger, windowSize });
}
beforeEach(async () => {
  await database.document.deleteMany({});
  dispatched = [];
  admissionWindow = startAdmission();
});

async function makeNamespace(): Promise<string> {
  const { organizationId } = namespace;
  return (await createNamespace(database, vault, { organizationId, name: randomUUID(), configs: {} })).id;
}

async function accept(namespaceId: string, externalId: string = randomUUID()) {
  const admission = await admissionWindow.admit(namespaceId);
  return acceptDocument(database, incoming({ namespaceId, externalId }), { admission });
}

async function acceptMany(namespaceId: string, count: number) {
  const accepted = [];
  for (let index = 0; index < count; index += 1) accepted.push(await accept(namespaceId));
  return accepted;
}

const statusesOf = async (namespaceId: string) => {
  const rows = await database.document.findMany({ where: { namespaceId }, orderBy: { id: 'asc' } });
  return rows.map(({ status }) => status);
};

/** Ends a document without success, which is an end like any other. */
async function end(documentId: string): Promise<void> {
  const claim = await claimDocument(database, { documentId, revision: 1, stage: 'EMBED' });
  await database.document.update({
    where: { id: documentId },
    data: { leaseToken: null, leaseExpiresAt: null },
  });
  const { namespaceId = '' } = claim ?? {};
  await failDocument(
    database,
    { namespaceId, documentId, revision: 1 },
    new AppError('DOCUMENT_EMPTY', 'over'),
  );
}

test('beyond the window documents wait in the database alone: no job, no outbox entry', async () => {
  const namespaceId = await makeNamespace();
  const accepted = await acceptMany(namespaceId, windowSize + 2);
  expect(accepted.map(({ jobs }) => jobs.length)).toEqual([1, 1, 1, 1, 1, 0, 0]);
  expect(await statusesOf(namespaceId)).toEqual([...Array(windowSize).fill('QUEUED'), 'BACKLOG', 'BACKLOG']);
  const late = accepted.slice(windowSize).map(({ documentId }) => documentId);
  for (const documentId of late)
    expect(
      await database.outboxEntry.count({
        where: { payload: { path: ['payload', 'documentId'], equals: documentId } },
      }),
    ).toBe(0);
});

test('a document is behind as many of others as its namespace has in flight, and in an idle namespace behind none', async () => {
  const [busy, idle] = [await makeNamespace(), await makeNamespace()];
  const jobs = (await acceptMany(busy, 3)).flatMap((one) => one.jobs);
  expect(jobs.map(({ priority }) => priority)).toEqual([0, 1, 2]);
  expect((await accept(idle)).jobs).toMatchObject([{ priority: 0 }]);
});

test('finishing documents admits as many of the oldest ones', async () => {
  const namespaceId = await makeNamespace();
  const accepted = await acceptMany(namespaceId, windowSize + 3);
  for (const { documentId } of accepted.slice(0, 2)) await end(documentId);
  admissionWindow.refill(namespaceId);
  const nextTwo = accepted.slice(windowSize, windowSize + 2).map(({ documentId }) => documentId);
  await eventually(() =>
    expect(dispatched.map(({ payload }) => payload)).toMatchObject(
      nextTwo.map((documentId) => ({ documentId, revision: 1, namespaceId })),
    ),
  );
  expect((await statusesOf(namespaceId)).slice(windowSize)).toEqual(['QUEUED', 'QUEUED', 'BACKLOG']);
});

test('admitted documents do not inherit the request that made room for them', async () => {
  const namespaceId = await makeNamespace();
  const [first] = await acceptMany(namespaceId, windowSize + 1);
  await end(first?.documentId ?? '');
  withLogContext({ requestId: 'of-another' }, () => admissionWindow.refill(namespaceId));
  const [job] = await eventually(() => {
    expect(dispatched).toHaveLength(1);
    return dispatched;
  });
  expect(job?.requestId).toBeUndefined();
});

test('a new document does not overtake the backlog when the window has room again', async () => {
  const namespaceId = await makeNamespace();
  const [first] = await acceptMany(namespaceId, windowSize + 1);
  await end(first?.documentId ?? '');
  admissionWindow = startAdmission();
  await accept(namespaceId);
  expect((await statusesOf(namespaceId)).slice(windowSize)).toEqual(['BACKLOG', 'BACKLOG']);
});

test('namespaces are admitted in turn, each up to its window', async () => {
  const namespaces = [await makeNamespace(), await makeNamespace(), await makeNamespace()];
  for (const namespaceId of namespaces) await acceptMany(namespaceId, windowSize);
  await database.$executeRaw`UPDATE documents SET status = 'BACKLOG'`;
  for (const namespaceId of namespaces) await acceptMany(namespaceId, 1);
  expect(await admissionWindow.refillAll()).toBe(3 * windowSize);
  const turns = Array.from({ length: windowSize }, (_, turn) => dispatched.slice(3 * turn, 3 * turn + 3));
  for (const [turn, jobs] of turns.entries()) {
    expect(new Set(jobs.map(({ payload }) => (payload as { namespaceId: string }).namespaceId)).size).toBe(3);
    expect(jobs.map(({ priority }) => priority)).toEqual([turn, turn, turn]);
  }
});

test('concurrent admissions admit no document twice', async () => {
  const namespaceId = await makeNamespace();
  await acceptMany(namespaceId, windowSize);
  await database.$executeRaw`UPDATE documents SET status = 'BACKLOG'`;
  await Promise.all(Array.from({ length: 6 }, () => startAdmission().refillAll()));
  expect(new Set(dispatched.map(({ dedupeKey }) => dedupeKey)).size).toBe(dispatched.length);
  expect(dispatched).toHaveLength(windowSize);
});

test('a document in the backlog does not count as stalled', async () => {
  const namespaceId = await makeNamespace();
  await acceptMany(namespaceId, windowSize + 1);
  await database.$executeRaw`UPDATE documents SET "updatedAt" = now() - interval '1 minute'`;
  const found: OutboxJob[] = [];
  for await (const jobs of findStalledDocuments(database)) found.push(...jobs);
  expect(found.map(({ priority }) => priority)).toEqual([0, 1, 2, 3, 4]);
});

test('a document in the backlog that is replaced stays there with its new content, and its old run finishes', async () => {
  const namespaceId = await makeNamespace();
  await acceptMany(namespaceId, windowSize);
  const old = await accept(namespaceId, 'same');
  const replaced = await accept(namespaceId, 'same');
  expect(replaced).toMatchObject({ documentId: old.documentId, jobs: [] });
  const { ingestJobRunId } = old;
  const run = await findRunWithDocuments(database, { namespaceId, tenantId: undefined, ingestJobRunId });
  expect(run).toMatchObject({ status: 'COMPLETED', documents: [{ status: 'CANCELLED' }] });
  expect((await statusesOf(namespaceId)).at(-1)).toBe('BACKLOG');
});

/** Documents of a connection, as a sync brings them in. */
async function bring(namespaceId: string, count: number): Promise<string> {
  const owner = { organizationId: namespace.organizationId, apiKeyId: null };
  const { id: connectionId } = await createConnection(database, owner, {
    namespaceId,
    tenantId: null,
    name: 'mine',
    connector: 'BOX',
    externalId: null,
    clientRedirectUrl: null,
  });
  const { ingestJobRunId } = await acceptConnectionSource(database, vault, {
    organizationId: namespace.organizationId,
    namespaceId,
    tenantId: null,
    source: 'BOX',
    connectionId,
    config: { connectionId },
    chunkSize: 1_000,
    chunkOverlap: 200,
    syncFrequency: undefined,
  });
  const found = Array.from({ length: count }, () => ({
    externalId: randomUUID(),
    name: null,
    documentType: 'BOX_DOCUMENT' as const,
    metadata: {},
    ingestionSource: 'BOX' as const,
    connectionId,
    stage: 'FETCH_ITEM' as const,
    item: { version: '1', sizeBytes: null, path: null, url: null, modifiedAt: null },
  }));
  const jobs = await addDocumentsToRun(database, ingestJobRunId, found, { windowSize });
  dispatched.push(...(jobs ?? []));
  return connectionId;
}

const waitingOf = (connectionId: string) =>
  database.document.count({ where: { connectionId, status: 'BACKLOG' } });

test("a connection's first document does not wait behind the backlog of another", async () => {
  const namespaceId = await makeNamespace();
  const busy = await bring(namespaceId, 40);
  const late = await bring(namespaceId, 1);
  expect([await waitingOf(busy), await waitingOf(late)]).toEqual([40 - windowSize, 1]);
  const [first] = await database.document.findMany({ where: { connectionId: busy, status: 'QUEUED' } });
  await database.document.update({ where: { id: first?.id ?? '' }, data: { status: 'FAILED' } });
  dispatched = [];
  admissionWindow.refill(namespaceId);
  await eventually(() => expect(dispatched).toHaveLength(1));
  expect([await waitingOf(busy), await waitingOf(late)]).toEqual([40 - windowSize, 0]);
  // Behind the first one of the other connection, and before all of its others.
  expect(dispatched[0]?.priority).toBeLessThanOrEqual(1);
});

test('connections share a window that is empty equally, and what one does not use the other gets', async () => {
  const namespaceId = await makeNamespace();
  const [many, few] = [await bring(namespaceId, 40), await bring(namespaceId, 2)];
  await database.$executeRaw`UPDATE documents SET status = 'BACKLOG' WHERE "namespaceId" = ${namespaceId}::uuid`;
  await admissionWindow.refillAll();
  expect([await waitingOf(many), await waitingOf(few)]).toEqual([40 - (windowSize - 2), 0]);
});

test('a document that comes into a window with room is placed by its turn, not behind all of another connection', async () => {
  const namespaceId = await makeNamespace();
  await bring(namespaceId, windowSize - 1);
  expect(dispatched.map(({ priority }) => priority)).toEqual([0, 1, 2, 3]);
  dispatched = [];
  await bring(namespaceId, 1);
  expect(dispatched.map(({ priority }) => priority)).toEqual([1]);
});
