import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addPages } from '../../test/add-pages.ts';
import type { CallOptions } from '../../test/call.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

type Options = CallOptions & { query?: string; more?: object };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'docs', ...localConfigs } });
});
afterAll(() => gateway.close());

const schedule = (filterConfig: unknown, data: unknown, { query = '', more, ...options }: Options = {}) =>
  gateway.call('POST', `/v1/documents/schedule${query}`, {
    json: { namespaceId: 'docs', filterConfig, data, ...more },
    ...options,
  });

const rowOf = (id: string) => gateway.context.database.document.findUniqueOrThrow({ where: { id } });

test.each([
  ['DAILY', 1],
  ['WEEKLY', 7],
  ['MONTHLY', 31],
] as const)('%s plans the next sync at most %i days ahead', async (syncFrequency, days) => {
  const { documentIds } = await addPages(gateway, 'docs', [`https://a.example/${syncFrequency}`]);
  const [id = ''] = documentIds;
  const { status, body } = await schedule({ documentIds }, { syncFrequency });
  expect([status, body.data]).toEqual([
    200,
    {
      itemsScheduled: 1,
      itemsSkipped: 0,
      documents: [{ id, status: 'SYNC_SCHEDULED', syncFrequency, error: null }],
    },
  ]);
  const row = await rowOf(id);
  expect(row.syncFrequency).toBe(syncFrequency);
  const daysAhead = ((row.nextSyncAt?.getTime() ?? 0) - row.createdAt.getTime()) / 86_400_000;
  expect(daysAhead).toBeGreaterThan(days === 31 ? 27 : days - 0.1);
  expect(daysAhead).toBeLessThanOrEqual(days);
});

test('NEVER ends a schedule', async () => {
  const { documentIds } = await addPages(gateway, 'docs', ['https://a.example/never']);
  await schedule({ documentIds }, { syncFrequency: 'DAILY' });
  const { body } = await schedule({ documentIds }, { syncFrequency: 'NEVER' });
  expect(body.data.documents).toMatchObject([{ status: 'SYNC_SCHEDULED', syncFrequency: 'NEVER' }]);
  expect(await rowOf(documentIds[0] ?? '')).toMatchObject({ syncFrequency: 'NEVER', nextSyncAt: null });
});

test('a text cannot be scheduled, which the answer says', async () => {
  const json = { namespaceId: 'docs', ingestConfig: { source: 'TEXT', config: { text: 'no source' } } };
  const ingested = await gateway.call('POST', '/v1/ingest/text', { json });
  const [{ id }] = ingested.body.data.documents;
  const { body } = await schedule({ documentIds: [id] }, { syncFrequency: 'DAILY' });
  expect(body.data).toEqual({
    itemsScheduled: 0,
    itemsSkipped: 1,
    documents: [
      {
        id,
        status: 'NOT_ELIGIBLE_FOR_SYNC_SCHEDULE',
        syncFrequency: null,
        error: expect.stringMatching(/no source/),
      },
    ],
  });
  expect((await rowOf(id)).nextSyncAt).toBeNull();
});

test('pageSize limits what the response lists, includeConfig whether it lists any; the counts cover all', async () => {
  const urls = [1, 2, 3].map((index) => `https://page.example/${index}`);
  const { documentIds } = await addPages(gateway, 'docs', urls);
  const data = { syncFrequency: 'WEEKLY' };
  const paged = await schedule({ documentIds }, data, { more: { pagination: { pageSize: 2 } } });
  expect(paged.body.data.itemsScheduled).toBe(3);
  expect(paged.body.data.documents.map(({ id }: { id: string }) => id)).toEqual(
    documentIds.toReversed().slice(0, 2),
  );
  const bare = await schedule({ documentIds }, data, { more: { includeConfig: { documents: false } } });
  expect(bare.body.data).toEqual({ itemsScheduled: 3, itemsSkipped: 0 });
});

test.each([
  [{ syncFrequency: 'HOURLY' }, 'data.syncFrequency', 'INVALID_REQUEST'],
  [{}, 'data.syncFrequency', 'INVALID_REQUEST'],
  [undefined, 'data', 'INVALID_REQUEST'],
])('the schedule %j is refused at %s', async (data, path, code) => {
  const { status, body } = await schedule({ documentTypes: ['URL'] }, data);
  expect([status, body.error.code, body.error.details.issues[0].path]).toEqual([400, code, path]);
});

test('an empty filter is refused unless all is said, and nothing that matches is DOCUMENTS_NOT_FOUND', async () => {
  const data = { syncFrequency: 'DAILY' };
  for (const empty of [{}, { metadata: {} }, { source: {} }])
    expect((await schedule(empty, data)).body.error.code).toBe('INVALID_FILTER_CONFIG');
  expect((await schedule({}, data, { query: '?all=true' })).status).toBe(200);
  const none = await schedule({ documentExternalIds: ['nowhere'] }, data);
  expect([none.status, none.body.error.code]).toEqual([404, 'DOCUMENTS_NOT_FOUND']);
  const other = await schedule({ documentTypes: ['URL'] }, data, { tenantId: 'another' });
  expect(other.body.error.code).toBe('DOCUMENTS_NOT_FOUND');
});

test('the audit trail records who scheduled how many, and how often', async () => {
  const { documentIds } = await addPages(gateway, 'docs', ['https://audit.example/1']);
  await schedule({ documentIds }, { syncFrequency: 'MONTHLY' });
  const event = await gateway.context.database.auditEvent.findFirstOrThrow({
    where: { action: 'document.scheduled' },
    orderBy: { id: 'desc' },
  });
  expect(event).toMatchObject({
    targetId: documentIds[0],
    details: { documents: 1, syncFrequency: 'MONTHLY' },
  });
});
