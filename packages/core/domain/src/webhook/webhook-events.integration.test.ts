import { randomUUID } from 'node:crypto';
import { AppError } from '@docfleet/errors';
import { expect, test } from '@jest/globals';
import { actor, claim, database, embedded, incoming, namespace, vault } from '../../test/domain.fixture.ts';
import { failDocument, releaseDocument, succeedDocument } from '../document/index.ts';
import { acceptDocument } from '../ingest/index.ts';
import { deleteNamespace, removeNamespaceRows } from '../namespace/index.ts';
import { createWebhook } from './index.ts';

const settings = {
  name: 'x',
  url: 'https://example.com/',
  events: [],
  namespaceNames: [],
  retryPolicy: 'DEFAULT' as const,
  tenantId: null,
};
const listen = () => createWebhook(database, vault, actor(), settings);

/** The events since the last call, in the order of their writing. */
async function takeEvents() {
  const where = { organizationId: namespace.organizationId };
  const events = await database.webhookEvent.findMany({ where, orderBy: { id: 'asc' } });
  await database.webhookEvent.deleteMany({ where });
  return events;
}
const takeTypes = async () => (await takeEvents()).map(({ type }) => type);

const setStatus = (status: string, ids: string[]) =>
  database.$executeRaw`UPDATE documents SET status = ${status}::"DocumentStatus" WHERE id = ANY(${ids}::uuid[])`;

test('a document has events from its acceptance to its end, with its run', async () => {
  await listen();
  const { documentId, ingestJobRunId } = await acceptDocument(database, incoming({ tenantId: 'globex' }));
  const document = { documentIds: [documentId], ingestJobRunId };
  const common = { namespaceName: 'docs', tenantId: 'globex', dispatchedAt: null };
  const accepted = await takeEvents();
  expect(accepted).toHaveLength(2);
  expect(accepted).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...common, type: 'DOCUMENTS_QUEUED_FOR_INGESTION', data: document }),
      expect.objectContaining({ ...common, type: 'INGEST_JOB_RUN_QUEUED', data: { ingestJobRunId } }),
    ]),
  );
  const claimed = await claim(documentId);
  expect((await takeTypes()).toSorted()).toEqual(['DOCUMENTS_PROCESSING', 'INGEST_JOB_RUN_PROCESSING']);
  await succeedDocument(database, claimed, embedded);
  const ended = await takeEvents();
  expect(ended.map(({ type }) => type).toSorted()).toEqual(['DOCUMENTS_READY', 'INGEST_JOB_RUN_COMPLETED']);
  expect(ended.find(({ type }) => type === 'DOCUMENTS_READY')?.data).toEqual(document);
});

test('an event of documents has the addresses and dates of their sources', async () => {
  const { documentId } = await acceptDocument(database, incoming());
  const sourceModifiedAt = new Date('2026-01-02T03:04:05Z');
  const data = { sourceUrl: 'https://vendor.example/1', sourceModifiedAt };
  await database.document.update({ where: { id: documentId }, data });
  await listen();
  await setStatus('SUCCESS', [documentId]);
  const [event] = await takeEvents();
  const { sources } = (event?.data ?? {}) as { sources: { modifiedAt: string }[] };
  expect(sources).toMatchObject([{ documentId, url: 'https://vendor.example/1' }]);
  expect(new Date(sources[0]!.modifiedAt)).toEqual(sourceModifiedAt);
});

test('a failure has one event, and failed attempts before it none', async () => {
  await listen();
  const { documentId } = await acceptDocument(database, incoming());
  const error = new AppError('PROVIDER_REJECTED', 'The key is wrong');
  const first = await claim(documentId);
  await takeEvents();
  await releaseDocument(database, first, error);
  await releaseDocument(database, await claim(documentId), error);
  expect(await takeTypes()).toEqual([]);
  await failDocument(database, { ...first, documentId }, error);
  expect((await takeTypes()).toSorted()).toEqual(['DOCUMENTS_ERROR', 'INGEST_JOB_RUN_COMPLETED']);
});

test('new content of a document is queued under its new run, also while the old one is in progress', async () => {
  await listen();
  const { documentId } = await acceptDocument(database, incoming());
  await claim(documentId);
  await takeEvents();
  const { ingestJobRunId } = await acceptDocument(database, incoming({ text: 'newer' }));
  const events = await takeEvents();
  expect(events.find(({ type }) => type === 'DOCUMENTS_QUEUED_FOR_INGESTION')?.data).toEqual({
    documentIds: [documentId],
    ingestJobRunId,
  });
});

test.each([
  ['SUCCESS', 'QUEUED', ['DOCUMENTS_QUEUED_FOR_INGESTION']],
  ['FAILED', 'BACKLOG', ['DOCUMENTS_QUEUED_FOR_INGESTION']],
  ['BACKLOG', 'QUEUED', []],
  ['PROCESSING', 'QUEUED', []],
  ['QUEUED_FOR_RESYNC', 'QUEUED', []],
  ['SUCCESS', 'QUEUED_FOR_UPDATE', ['DOCUMENTS_QUEUED_FOR_UPDATE']],
  ['SUCCESS', 'QUEUED_FOR_RESYNC', ['DOCUMENTS_QUEUED_FOR_RESYNC']],
  ['SUCCESS', 'QUEUED_FOR_DELETION', ['DOCUMENTS_QUEUED_FOR_DELETION']],
  ['QUEUED_FOR_UPDATE', 'PROCESSING', ['DOCUMENTS_PROCESSING']],
  ['PROCESSING', 'CANCELLED', []],
  ['SUCCESS', 'SUCCESS', []],
])('from %s to %s the event is %j', async (from, to, types) => {
  const { documentId } = await acceptDocument(database, incoming());
  await setStatus(from, [documentId]);
  await listen();
  await setStatus(to, [documentId]);
  expect(await takeTypes()).toEqual(types);
});

test('a run that is preparing has an event', async () => {
  await listen();
  const { ingestJobRunId } = await acceptDocument(database, incoming());
  await takeEvents();
  await database.ingestJobRun.update({ where: { id: ingestJobRunId }, data: { status: 'PRE_PROCESSING' } });
  await database.ingestJobRun.update({ where: { id: ingestJobRunId }, data: { errorMessage: 'x' } });
  expect(await takeTypes()).toEqual(['INGEST_JOB_RUN_PRE_PROCESSING']);
});

test('each step of a metadata change has an event, and so has a newer change while one is queued', async () => {
  await listen();
  const { documentId } = await acceptDocument(database, incoming());
  await takeEvents();
  for (const metadataUpdate of ['QUEUED', 'PROCESSING', 'COMPLETED', 'ERROR'] as const)
    await database.document.update({ where: { id: documentId }, data: { metadataUpdate } });
  const events = await takeEvents();
  expect(events.map(({ type }) => type)).toEqual([
    'DOCUMENTS_METADATA_UPDATE_QUEUED',
    'DOCUMENTS_METADATA_UPDATE_PROCESSING',
    'DOCUMENTS_METADATA_UPDATE_COMPLETED',
    'DOCUMENTS_METADATA_UPDATE_ERROR',
  ]);
  expect(events[0]?.data).toEqual({ documentIds: [documentId] });

  const newer = { metadataUpdate: 'QUEUED', metadataVersion: { increment: 1 } } as const;
  await database.document.update({ where: { id: documentId }, data: newer });
  await database.document.update({ where: { id: documentId }, data: newer });
  await database.document.update({ where: { id: documentId }, data: { metadataUpdate: 'QUEUED' } });
  expect(await takeTypes()).toEqual(['DOCUMENTS_METADATA_UPDATE_QUEUED', 'DOCUMENTS_METADATA_UPDATE_QUEUED']);
});

test('documents that change together share an event, of at most 100 ids and one tenant', async () => {
  await listen();
  const { documentId } = await acceptDocument(database, incoming());
  await database.$executeRaw`
    INSERT INTO documents (id, "organizationId", "namespaceId", "tenantId", "externalId", "documentType", "ingestionSource", status,
      stage, "ingestJobId", "ingestJobRunId", metadata)
    SELECT gen_random_uuid(), "organizationId", "namespaceId", CASE WHEN n > 240 THEN 'globex' END, n::text, "documentType",
      "ingestionSource", 'QUEUED', stage, "ingestJobId", "ingestJobRunId", metadata
    FROM documents, generate_series(1, 250) AS n WHERE id = ${documentId}::uuid`;
  const sizesOf = (events: Awaited<ReturnType<typeof takeEvents>>) =>
    events
      .filter(({ type }) => type.startsWith('DOCUMENTS'))
      .map(({ tenantId, data }) => [tenantId, (data as { documentIds: string[] }).documentIds.length]);
  const inserted = [
    [null, 1],
    [null, 100],
    [null, 100],
    [null, 40],
    ['globex', 10],
  ];
  expect(sizesOf(await takeEvents())).toEqual(expect.arrayContaining(inserted));

  const all = await database.document.findMany({
    where: { namespaceId: namespace.id },
    select: { id: true },
  });
  await setStatus(
    'PROCESSING',
    all.map(({ id }) => id),
  );
  const moved = await takeEvents();
  expect(sizesOf(moved)).toHaveLength(4);
  const reported = moved.flatMap(({ data }) => (data as { documentIds: string[] }).documentIds);
  expect(reported.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
});

test("documents that are deleted with their namespace have an event with the namespace's name", async () => {
  await listen();
  const { documentId, ingestJobRunId } = await acceptDocument(database, incoming());
  await takeEvents();
  await deleteNamespace(database, actor(), namespace);
  await removeNamespaceRows(database, namespace.id);
  expect(await takeEvents()).toMatchObject([
    { type: 'DOCUMENTS_DELETED', namespaceName: 'docs', data: { documentIds: [documentId], ingestJobRunId } },
  ]);
});

test('an organization without webhooks has no events, and can be deleted', async () => {
  const { webhook } = await listen();
  await database.webhook.update({ where: { id: webhook.id }, data: { status: 'DISABLED' } });
  const { documentId } = await acceptDocument(database, incoming());
  await setStatus('SUCCESS', [documentId]);
  expect(await takeTypes()).toEqual([]);
  await database.webhook.update({ where: { id: webhook.id }, data: { status: 'ACTIVE' } });
  await database.organization.delete({ where: { id: namespace.organizationId } });
  expect(await takeTypes()).toEqual([]);
});

test('an event is part of the transaction that changes the rows', async () => {
  await listen();
  const { documentId } = await acceptDocument(database, incoming());
  await takeEvents();
  const rolledBack = database.$transaction(async (session) => {
    await session.document.update({ where: { id: documentId }, data: { status: 'CANCELLED' } });
    await session.document.update({
      where: { id: documentId },
      data: { status: 'QUEUED', tenantId: randomUUID() },
    });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await takeTypes()).toEqual([]);
});
