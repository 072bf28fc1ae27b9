import { randomUUID } from 'node:crypto';
import { createApiKey } from '@docfleet/domain/api-key';
import { createOrganization } from '@docfleet/domain/organization';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { embedDocument } from '../../test/embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  for (const name of ['docs', 'other'])
    await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name, ...localConfigs } });
});
afterAll(() => gateway.close());

async function ingest(
  text: string,
  { namespaceId = 'docs', tenantId }: { namespaceId?: string; tenantId?: string } = {},
) {
  const json = { namespaceId, ingestConfig: { source: 'TEXT', config: { name: text, text } } };
  const response = await gateway.call('POST', '/v1/ingest/text', { json, ...(tenantId && { tenantId }) });
  return {
    runId: response.body.data.ingestJobRunId as string,
    documentId: response.body.data.documents[0].id as string,
  };
}
const list = (json: object, options = {}) =>
  gateway.call('POST', '/v1/ingest-job-runs', { json: { namespaceId: 'docs', ...json }, ...options });
const status = (runId: string, namespaceId = 'docs', options = {}) =>
  gateway.call('GET', `/v1/ingest-job-runs/${runId}?namespaceId=${namespaceId}`, options);

test('a run shows its document first as queued, then as completed', async () => {
  const { runId, documentId } = await ingest('progress');
  const queued = await status(runId);
  expect(queued.body.data).toMatchObject({
    id: runId,
    status: 'QUEUED',
    documents: { queued: [{ id: documentId, status: 'QUEUED', error: null }], completed: [], cancelled: [] },
    createdAt: { isoString: expect.any(String) },
  });
  await embedDocument(gateway, 'docs', documentId, ['progress']);
  expect((await status(runId)).body.data).toMatchObject({
    status: 'COMPLETED',
    documents: { queued: [], completed: [{ id: documentId, status: 'SUCCESS', error: null }] },
  });
});

test('a run shows what was asked for', async () => {
  const { runId } = await ingest('listed', { tenantId: 'a' });
  const response = await list({}, { tenantId: 'a' });
  expect(response.body.data.ingestJobRuns).toEqual([
    expect.objectContaining({
      id: runId,
      errorMessage: null,
      ingestConfig: {
        source: 'TEXT',
        config: { name: 'listed' },
        chunkConfig: { chunkSize: 400, chunkOverlap: 80 },
      },
      syncFrequency: 'NEVER',
      tenantId: 'a',
      namespace: { identifier: 'docs', id: 'docs' },
      organization: { id: gateway.organizationId },
    }),
  ]);
});

test('each page has the cursor of the next, and none misses a run', async () => {
  for (let index = 0; index < 5; index += 1) await ingest(`page ${index}`, { namespaceId: 'other' });
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const { body } = await list({
      namespaceId: 'other',
      pagination: { pageSize: 2, ...(cursor && { cursor }) },
    });
    seen.push(...body.data.ingestJobRuns.map((run: { id: string }) => run.id));
    expect(body.data.itemsReturned).toBe(body.data.ingestJobRuns.length);
    expect(body.data.hasNextPage).toBe(body.data.nextCursor !== null);
    cursor = body.data.nextCursor;
    // Runs created between two pages do not change the following pages.
    await ingest(`late ${seen.length}`, { namespaceId: 'other' });
  } while (cursor);
  expect(new Set(seen).size).toBe(5);
});

test('a cursor holds for its own list alone, and only as it was given', async () => {
  const page = await list({ namespaceId: 'other', pagination: { pageSize: 1 } });
  const cursor = page.body.data.nextCursor as string;
  const flipped = `${cursor.slice(0, 10)}${cursor[10] === 'A' ? 'B' : 'A'}${cursor.slice(11)}`;
  for (const [namespaceId, given] of [
    ['docs', cursor],
    ['other', flipped],
    ['other', `${cursor}A`],
    ['other', 'nonsense'],
    ['other', Buffer.from(randomUUID()).toString('base64url')],
  ]) {
    const { status, body } = await list({ namespaceId, pagination: { cursor: given } });
    expect([status, body.error?.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.error.details.issues[0].path).toBe('pagination.cursor');
  }
  expect((await list({ pagination: { cursor: null } })).status).toBe(200);
});

test('filters keep what matches; unknown values match nothing and nulls are ignored', async () => {
  const count = async (filter: object) => (await list(filter)).body.data.itemsReturned;
  const all = await count({});
  expect(await count({ ingestionSources: ['TEXT', null] })).toBe(all);
  expect(await count({ ingestionSources: ['WEBSITE'] })).toBe(0);
  expect(await count({ ingestionSources: ['CARRIER_PIGEON'] })).toBe(0);
  for (const inherited of ['__proto__', 'constructor', 'toString'])
    expect(await count({ ingestionSources: [inherited] })).toBe(0);
  expect(await count({ ingestionJobRunStatuses: ['COMPLETED'] })).toBe(1);
  expect(await count({ ingestionJobRunStatuses: ['COMPLETED', 'QUEUED'] })).toBe(all);
});

test('runs are found by their ids, and none of another namespace or tenant', async () => {
  const [first, second] = [await ingest('one of two'), await ingest('two of two', { tenantId: 'b' })];
  const elsewhere = await ingest('elsewhere', { namespaceId: 'other' });
  const ingestJobRunIds = [first.runId, second.runId, elsewhere.runId, randomUUID(), 'no-id', null];
  const found = async (options = {}) =>
    (await list({ ingestJobRunIds }, options)).body.data.ingestJobRuns.map((run: { id: string }) => run.id);
  expect(await found()).toEqual([second.runId, first.runId]);
  expect(await found({ tenantId: 'b' })).toEqual([second.runId]);
  const pages = await list({ ingestJobRunIds, pagination: { pageSize: 1 } });
  const { nextCursor: cursor } = pages.body.data;
  const rest = await list({ ingestJobRunIds, pagination: { cursor } });
  expect(rest.body.data.ingestJobRuns).toMatchObject([{ id: first.runId }]);
});

test('runs are found by the connections that they read', async () => {
  const { database } = gateway.context;
  const [ofDrive, ofWiki] = [await ingest('of a drive'), await ingest('of a wiki'), await ingest('of none')];
  const [drive, wiki] = [randomUUID(), randomUUID()];
  const connect = (runId: string, connectionId: string) =>
    database.ingestJob.updateMany({ where: { runs: { some: { id: runId } } }, data: { connectionId } });
  await connect(ofDrive.runId, drive);
  await connect(ofWiki.runId, wiki);
  const found = async (connectionIds: (string | null)[], more: object = {}) =>
    (await list({ connectionIds, ...more })).body.data.ingestJobRuns.map((run: { id: string }) => run.id);
  expect(await found([drive, null])).toEqual([ofDrive.runId]);
  expect(await found([wiki, drive])).toEqual([ofWiki.runId, ofDrive.runId]);
  expect(await found([drive], { ingestionSources: ['BOX'] })).toEqual([]);
  expect(await found([randomUUID(), 'no-id'])).toEqual([]);
  expect(await found([])).toEqual([]);
});

test.each([
  [{ namespaceId: undefined }, 'namespaceId'],
  [{ pagination: { pageSize: 0 } }, 'pagination.pageSize'],
  [{ pagination: { pageSize: 101 } }, 'pagination.pageSize'],
  [{ pagination: { page: 2 } }, 'pagination.page'],
  [{ ingestionSources: 'TEXT' }, 'ingestionSources'],
  [{ statuses: [] }, 'statuses'],
])('the list %j is refused at %s', async (json, path) => {
  const { status, body } = await list(json);
  expect([status, body.error.code, body.error.details.issues[0].path]).toEqual([
    400,
    'INVALID_REQUEST',
    path,
  ]);
});

test('a status asks for its namespace', async () => {
  const response = await gateway.call('GET', `/v1/ingest-job-runs/${randomUUID()}`);
  expect(response.body.error.details.issues[0].path).toBe('namespaceId');
});

test('a run of another tenant, namespace or organization, and an id that is none, are all not found', async () => {
  const { runId } = await ingest('private', { tenantId: 'a' });
  const organizationId = await createOrganization(gateway.context.database, 'Other');
  const key = await createApiKey(gateway.context.database, { organizationId, name: 'k', scopes: ['admin'] });
  expect((await status(runId, 'docs', { tenantId: 'a' })).status).toBe(200);
  const codes = await Promise.all([
    status(runId, 'docs', { tenantId: 'b' }),
    status(runId, 'other'),
    status('not-an-id'),
    status(randomUUID()),
    status(runId, 'docs', { key }),
  ]);
  expect(codes.map(({ status, body }) => [status, body.error.code])).toEqual([
    ...Array(4).fill([404, 'INGEST_JOB_RUN_NOT_FOUND']),
    [404, 'NAMESPACE_NOT_FOUND'],
  ]);
});
