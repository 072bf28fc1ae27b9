import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
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

async function ingest(metadata: object = {}, tenantId?: string): Promise<string> {
  const config = { text: 'x', externalId: randomUUID(), metadata };
  const json = { namespaceId, ingestConfig: { source: 'TEXT', config } };
  const { body } = await gateway.call('POST', '/v1/ingest/text', { json, ...(tenantId && { tenantId }) });
  return body.data.documents[0].id;
}

const update = (
  filterConfig: unknown,
  data: unknown,
  { query = '', ...more }: Record<string, unknown> = {},
) => {
  const { tenantId, key, ...body } = more as { tenantId?: string; key?: string };
  const options = { ...(tenantId && { tenantId }), ...(key && { key }) };
  return gateway.call('PATCH', `/v1/documents${query}`, {
    json: { namespaceId, filterConfig, data, ...body },
    ...options,
  });
};

const rowOf = (id: string) => gateway.context.database.document.findUniqueOrThrow({ where: { id } });
const metadataOf = async (id: string) => (await rowOf(id)).metadata;

test('metadata is merged, then $set, $append and $remove follow, in this order', async () => {
  const id = await ingest({ team: 'a', tags: ['x'], kept: 1 });
  const { status, body } = await update(
    { documentIds: [id] },
    {
      metadata: { team: 'b', stage: 'draft' },
      $metadata: {
        $set: { stage: 'final', tags: ['one'] },
        $append: { tags: ['two', 'three'], fresh: ['new'] },
        $remove: { tags: ['one', 'three'] },
      },
    },
  );
  const expected = { team: 'b', stage: 'final', tags: ['two'], kept: 1, fresh: ['new'] };
  expect([status, body.data.itemsUpdated]).toEqual([200, 1]);
  expect(body.data.documents).toMatchObject([{ id, metadata: expected }]);
  expect(await metadataOf(id)).toEqual(expected);
});

test('fields are removed last, and asking twice is asking once', async () => {
  const id = await ingest({ team: 'a', tags: ['x'], kept: 1 });
  const change = {
    $metadata: { $set: { fresh: true }, $append: { tags: ['y'] }, $unset: ['tags', 'team', 'absent'] },
  };
  for (const itemsUpdated of [1, 1]) {
    const { status, body } = await update({ documentIds: [id] }, change);
    expect([status, body.data.itemsUpdated]).toEqual([200, itemsUpdated]);
    expect(await metadataOf(id)).toEqual({ kept: 1, fresh: true });
  }
});

test('a change asks for the vectors to follow, once, with a new version', async () => {
  const id = await ingest({ team: 'a' });
  await update({ documentIds: [id] }, { $metadata: { $set: { team: 'b' } } });
  expect(await rowOf(id)).toMatchObject({ metadataVersion: 2, metadataUpdate: 'QUEUED', status: 'QUEUED' });
});

test('the response and the documents say whether the vector store follows', async () => {
  const id = await ingest({ team: 'a' });
  const { database } = gateway.context;
  const { namespaceId } = await rowOf(id);
  await database.document.updateMany({ where: { namespaceId }, data: { metadataUpdate: 'COMPLETED' } });
  const fetched = async () =>
    (await gateway.call('GET', `/v1/documents/${id}`)).body.data.document.vectorMetadata;
  expect(await fetched()).toBe('CURRENT');
  const { body } = await update({ documentIds: [id] }, { metadata: { team: 'b' } });
  expect(body.data).toMatchObject({ pendingVectorUpdates: 1, documents: [{ vectorMetadata: 'PENDING' }] });
  await database.document.update({ where: { id }, data: { metadataUpdate: 'ERROR' } });
  expect(await fetched()).toBe('FAILED');
});

test('asking twice is asking once: values are not doubled, and nothing happens to a document that is as asked for', async () => {
  const id = await ingest({ tags: ['x'] });
  const change = { $metadata: { $append: { tags: ['x', 'y', 'y'] }, $remove: { absent: ['z'] } } };
  await update({ documentIds: [id] }, change);
  const again = await update({ documentIds: [id] }, change);
  expect(again.body.data.itemsUpdated).toBe(1);
  expect(await rowOf(id)).toMatchObject({ metadata: { tags: ['x', 'y'] }, metadataVersion: 2 });
});

test.each([
  ['$append', 'team'],
  ['$remove', 'team'],
] as const)(
  '%s on a value that is no array is a 400 that names it, and no document is changed',
  async (operator, field) => {
    const first = await ingest({ group: 'g' });
    const second = await ingest({ group: 'g', team: 'a' });
    const data = { $metadata: { $set: { other: 1 }, [operator]: { [field]: ['x'] } } };
    const { status, body } = await update({ metadata: { group: 'g' } }, data);
    expect([status, body.error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(body.error.details.issues[0].path).toBe(`data.$metadata.${operator}.${field}`);
    expect(body.error.message).toContain(second);
    expect(await metadataOf(first)).toEqual({ group: 'g' });
  },
);

test('metadata that would become larger than at ingestion is a 400, and no document is changed', async () => {
  const first = await ingest({ group: 'g' });
  await ingest({ group: 'g', long: 'x'.repeat(10_000) });
  const { status, body } = await update(
    { metadata: { group: 'g' } },
    { $metadata: { $set: { more: 'y'.repeat(7_000) } } },
  );
  expect([status, body.error.code, body.error.details.issues[0].path]).toEqual([
    400,
    'INVALID_REQUEST',
    'data',
  ]);
  expect(await metadataOf(first)).toEqual({ group: 'g' });
});

test.each<[unknown, string]>([
  [undefined, 'data'],
  [{}, 'data'],
  [{ metadata: { a: null } }, 'data.metadata.a'],
  [{ metadata: { a: { b: 1 } } }, 'data.metadata.a'],
  [{ metadata: { [`k${'x'.repeat(128)}`]: 1 } }, `data.metadata.k${'x'.repeat(128)}`],
  [{ $metadata: { $set: { a: [1] } } }, 'data.$metadata.$set.a'],
  [{ $metadata: { $set: { $b: 1 } } }, 'data.$metadata.$set.$b'],
  [{ $metadata: { $append: { a: 'x' } } }, 'data.$metadata.$append.a'],
  [{ $metadata: { $remove: { a: [1] } } }, 'data.$metadata.$remove.a.0'],
  [{ $metadata: { $unset: { a: 1 } } }, 'data.$metadata.$unset'],
  [{ $metadata: { $unset: [1] } }, 'data.$metadata.$unset.0'],
  [{ $metadata: { $rename: ['a'] } }, 'data.$metadata.$rename'],
  [{ metadata: { long: 'x'.repeat(16_000) } }, 'data.metadata'],
])('the change %j is INVALID_REQUEST at %s', async (data, path) => {
  const { status, body } = await update({ documentIds: [randomUUID()] }, data);
  expect([status, body.error.code, body.error.details.issues[0].path]).toEqual([
    400,
    'INVALID_REQUEST',
    path,
  ]);
});

test.each([{}, { metadata: {} }, { source: {} }])(
  'the filter %j is refused unless ?all=true',
  async (filterConfig) => {
    const ids = [await ingest(), await ingest()];
    const data = { metadata: { seen: true } };
    for (const query of ['', '?all=false']) {
      const { status, body } = await update(filterConfig, data, { query });
      expect([status, body.error.code]).toEqual([400, 'INVALID_FILTER_CONFIG']);
    }
    const { body } = await update(filterConfig, data, { query: '?all=true' });
    expect(body.data.itemsUpdated).toBe(2);
    for (const id of ids) expect(await metadataOf(id)).toEqual({ seen: true });
  },
);

test('a filter that is not valid is INVALID_FILTER_CONFIG, one that nothing matches DOCUMENTS_NOT_FOUND', async () => {
  const data = { metadata: { a: 1 } };
  const wrong = await update({ ids: [] }, data);
  expect([wrong.status, wrong.body.error.code]).toEqual([400, 'INVALID_FILTER_CONFIG']);
  for (const filterConfig of [{ documentIds: [randomUUID()] }, { documentIds: [null] }]) {
    const { status, body } = await update(filterConfig, data);
    expect([status, body.error.code]).toEqual([404, 'DOCUMENTS_NOT_FOUND']);
  }
  const foreign = await gateway.call('PATCH', '/v1/documents', {
    json: { namespaceId: 'nowhere', filterConfig: {}, data },
  });
  expect([foreign.status, foreign.body.error.code]).toEqual([404, 'NAMESPACE_NOT_FOUND']);
});

test('a null inside a filter array is ignored', async () => {
  const id = await ingest({ team: 'a' });
  const { body } = await update(
    { documentIds: [null, id], metadata: { team: ['a', null] } },
    { metadata: { b: 1 } },
  );
  expect(body.data.itemsUpdated).toBe(1);
});

test('all that matches is changed although the change ends the match; the page and its cursor only list', async () => {
  const ids = [await ingest({ team: 'a' }), await ingest({ team: 'a' }), await ingest({ team: 'a' })];
  const pagination = { pageSize: 2 };
  const { body } = await update(
    { metadata: { team: 'a' } },
    { $metadata: { $set: { team: 'b' } } },
    { pagination },
  );
  expect(body.data).toMatchObject({ itemsUpdated: 3, itemsReturned: 2, hasNextPage: true });
  expect(body.data.documents.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1]]);
  const rest = await gateway.call('POST', '/v1/documents', {
    json: {
      namespaceId,
      filterConfig: { metadata: { team: 'b' } },
      pagination: { pageSize: 2, cursor: body.data.nextCursor },
    },
  });
  expect(rest.body.data.documents.map(({ id }: { id: string }) => id)).toEqual([ids[0]]);
  const wrong = await update({ documentIds: ids }, { metadata: {} }, { pagination: { cursor: 'x' } });
  expect([wrong.status, wrong.body.error.details.issues[0].path]).toEqual([400, 'pagination.cursor']);
});

test('includeConfig omits documents or adds links to them', async () => {
  const id = await ingest();
  await embedDocument(gateway, namespaceId, id, ['x']);
  const change = { metadata: { a: 1 } };
  const without = await update({ documentIds: [id] }, change, { includeConfig: { documents: false } });
  expect(without.body.data.documents).toBeUndefined();
  const linked = await update({ documentIds: [id] }, change, { includeConfig: { rawFileUrl: true } });
  expect(linked.body.data.documents[0].rawFileUrl).toMatch(/\/v1\/file-links\//);
});

test('a tenant changes its own documents alone, and a reading key none', async () => {
  const [own, other] = [await ingest({}, 't1'), await ingest({}, 't2')];
  const change = { metadata: { a: 1 } };
  const { body } = await update({ documentIds: [own, other] }, change, { tenantId: 't1' });
  expect(body.data.itemsUpdated).toBe(1);
  expect(await metadataOf(other)).toEqual({});
  const refused = await update({ documentIds: [own] }, change, { key: gateway.keys.read });
  expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
});

test('the audit trail says who changed how many by which fields, and no value', async () => {
  await ingest({ team: 'secret-team' }, 't1');
  await update(
    { metadata: { team: 'secret-team' } },
    { metadata: { a: 'secret-value' } },
    { tenantId: 't1' },
  );
  const event = await gateway.context.database.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });
  expect(event).toMatchObject({
    action: 'document.metadata_updated',
    targetType: 'document',
    targetId: null,
    tenantId: 't1',
    apiKeyId: expect.any(String),
    requestId: expect.any(String),
    details: { namespace: namespaceId, documents: 1, filterFields: ['metadata'] },
  });
  expect(JSON.stringify(event)).not.toContain('secret');
});
