import { randomUUID } from 'node:crypto';
import { recordChunks } from '@docfleet/domain/chunk';
import { claimDocument } from '@docfleet/domain/document';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { CallOptions } from '../../test/call.ts';
import { embedDocument } from '../../test/embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
let namespaceId: string;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  namespaceId = `docs-${randomUUID()}`;
  await gateway.call('POST', '/v1/namespaces?validate=false', {
    json: { name: namespaceId, ...localConfigs },
  });
});

async function ingest(config: object = {}, tenantId?: string): Promise<{ id: string; runId: string }> {
  const ingestConfig = { source: 'TEXT', config: { text: 'zebra', externalId: randomUUID(), ...config } };
  const response = await gateway.call('POST', '/v1/ingest/text', {
    json: { namespaceId, ingestConfig },
    ...(tenantId && { tenantId }),
  });
  return { id: response.body.data.documents[0].id, runId: response.body.data.ingestJobRunId };
}

const remove = (
  filterConfig: unknown,
  more: object = {},
  { query = '', ...options }: CallOptions & { query?: string } = {},
) =>
  gateway.call('DELETE', `/v1/documents${query}`, {
    json: { namespaceId, filterConfig, ...more },
    ...options,
  });
const list = async () => {
  const { body } = await gateway.call('POST', '/v1/documents', { json: { namespaceId, filterConfig: {} } });
  return body.data.documents.map(({ id }: { id: string }) => id);
};
const search = async () => {
  const { body } = await gateway.call('POST', '/v1/search', { json: { namespaceId, query: 'zebra' } });
  return body.data.results;
};
const runOf = async (runId: string) =>
  (await gateway.call('GET', `/v1/ingest-job-runs/${runId}?namespaceId=${namespaceId}`)).body.data;

test('a deleted document is gone from searches, lists, its content and its links at once', async () => {
  const { id } = await ingest();
  await embedDocument(gateway, namespaceId, id, ['zebra']);
  expect(await search()).toHaveLength(1);
  const includeConfig = { rawFileUrl: true };
  const fetched = await gateway.call('POST', '/v1/documents', {
    json: { namespaceId, filterConfig: {}, includeConfig },
  });
  const { status, body } = await remove({ documentIds: [id] });
  expect([status, body.data]).toEqual([
    202,
    { itemsDeleted: 1, documents: [{ id, status: 'QUEUED_FOR_DELETION' }] },
  ]);
  expect(await search()).toEqual([]);
  expect(await list()).toEqual([]);
  expect((await gateway.call('GET', `/v1/documents/${id}/content`)).status).toBe(404);
  expect((await fetch(fetched.body.data.documents[0].rawFileUrl)).status).toBe(404);
});

test('deleting again finds nothing: DOCUMENTS_NOT_FOUND', async () => {
  const { id } = await ingest();
  await remove({ documentIds: [id] });
  const { status, body } = await remove({ documentIds: [id] });
  expect([status, body.error.code]).toEqual([404, 'DOCUMENTS_NOT_FOUND']);
});

test('a document that waits is deleted, and its run ends without it', async () => {
  const { id, runId } = await ingest();
  await remove({ documentIds: [id] });
  expect(await runOf(runId)).toMatchObject({
    status: 'COMPLETED',
    documents: { cancelled: [{ id, status: 'CANCELLED', error: 'The document was deleted' }] },
  });
});

test('a deletion wins over the worker that has the document: nothing it writes counts any more', async () => {
  const { database } = gateway.context;
  const { id, runId } = await ingest();
  const claim = await claimDocument(database, { documentId: id, revision: 1, stage: 'EMBED' });
  if (!claim) throw new Error('nothing to claim');
  await remove({ documentIds: [id] });
  const chunk = { vectorId: `${id}#x`, ordinal: 0, tokens: 1, start: 0, end: 1 };
  await expect(recordChunks(database, claim, [chunk])).rejects.toThrow(/taken over/);
  expect(await runOf(runId)).toMatchObject({ status: 'COMPLETED' });
});

test('what was ended in its run stays as it was in its run', async () => {
  const { id, runId } = await ingest();
  await embedDocument(gateway, namespaceId, id, ['zebra']);
  await remove({ documentIds: [id] });
  expect(await runOf(runId)).toMatchObject({ documents: { completed: [{ id, status: 'SUCCESS' }] } });
});

test('the external id is free again at once, for a new document', async () => {
  const first = await ingest({ externalId: 'same' });
  await remove({ documentExternalIds: ['same'] });
  const second = await ingest({ externalId: 'same' });
  expect(second.id).not.toBe(first.id);
  expect(await list()).toEqual([second.id]);
});

test('the answer lists no more than a page, and all that matches is deleted', async () => {
  const ids = [(await ingest()).id, (await ingest()).id, (await ingest()).id];
  const { body } = await remove({ documentIds: ids }, { pagination: { pageSize: 2 } });
  expect(body.data.itemsDeleted).toBe(3);
  expect(body.data.documents.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]]);
  expect(await list()).toEqual([]);
  const { id } = await ingest();
  const silent = await remove({ documentIds: [id] }, { includeConfig: { documents: false } });
  expect(silent.body.data).toEqual({ itemsDeleted: 1 });
});

test.each([{}, { metadata: {} }, { source: {} }])(
  'the filter %j is refused unless ?all=true',
  async (filterConfig) => {
    await ingest();
    const { status, body } = await remove(filterConfig);
    expect([status, body.error.code, body.error.details.issues[0].path]).toEqual([
      400,
      'INVALID_FILTER_CONFIG',
      'filterConfig',
    ]);
    expect(await list()).toHaveLength(1);
    const all = await remove(filterConfig, {}, { query: '?all=true' });
    expect(all.body.data.itemsDeleted).toBe(1);
  },
);

test.each<[object, string, string]>([
  [{ filterConfig: { documentIds: 'x' } }, 'INVALID_FILTER_CONFIG', 'filterConfig.documentIds'],
  [{ filterConfig: undefined }, 'INVALID_FILTER_CONFIG', 'filterConfig'],
  [{ pagination: { pageSize: 101 } }, 'INVALID_REQUEST', 'pagination.pageSize'],
  [{ namespaceId: undefined }, 'INVALID_REQUEST', 'namespaceId'],
  [{ documentIds: [] }, 'INVALID_REQUEST', 'documentIds'],
])('a body with %j is %s at %s', async (changes, code, path) => {
  const json = { namespaceId, filterConfig: { documentIds: [randomUUID()] }, ...changes };
  const { status, body } = await gateway.call('DELETE', '/v1/documents', { json });
  expect([status, body.error.code, body.error.details.issues[0].path]).toEqual([400, code, path]);
});

test('nulls in filter arrays are ignored, and never mean everything', async () => {
  const { id } = await ingest();
  expect((await remove({ documentIds: [null] })).status).toBe(404);
  expect((await remove({ documentIds: [null, id] })).body.data.itemsDeleted).toBe(1);
});

test('a tenant deletes its own documents alone, also with ?all=true', async () => {
  const [own, other] = [await ingest({}, 't1'), await ingest({}, 't2')];
  expect((await remove({ documentIds: [other.id] }, {}, { tenantId: 't1' })).status).toBe(404);
  const { body } = await remove({}, {}, { query: '?all=true', tenantId: 't1' });
  expect(body.data.documents.map(({ id }: { id: string }) => id)).toEqual([own.id]);
  expect(await list()).toEqual([other.id]);
});

test('the audit trail says who deleted how many by which fields', async () => {
  const { id } = await ingest();
  await remove({ documentIds: [id], documentTypes: ['TEXT'] });
  const event = await gateway.context.database.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });
  expect(event).toMatchObject({
    action: 'document.deleted',
    targetType: 'document',
    apiKeyId: expect.any(String),
    details: { namespace: namespaceId, documents: 1, filterFields: ['documentIds', 'documentTypes'] },
  });
});
