import { createSeededRandom, eventually } from '@docfleet/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createNamespace, ingestText, type SearchHit, waitForRun } from './documents.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';
import { startVendors, type Vendors } from './vendors.ts';

/** As Pinecone is: what was written is seen a while later. */
const visibilityDelayMs = 700;

let vendors: Vendors;
let fleet: TestFleet;
let number = 0;
let name = '';

beforeAll(async () => {
  vendors = await startVendors({ visibilityDelayMs });
  fleet = await joinFleet();
}, 240_000);
afterAll(async () => {
  await fleet?.remove();
  await vendors.close();
});
beforeEach(async () => {
  name = `docs-${number++}`;
  await createNamespace(fleet.api, name, vendors.configs);
});
afterEach(() => {
  vendors.faults.openai = undefined;
  vendors.faults.pinecone = undefined;
});

const random = createSeededRandom(20_261_123);
const sentence = () =>
  `${Array.from({ length: 14 }, () => `word${Math.floor(random() * 5_000)}`).join(' ')}.`;

async function ingest(text: string, config: object = {}, chunkConfig?: object): Promise<string> {
  const { ingestJobRunId, documents } = await ingestText(fleet.api, name, text, config, chunkConfig);
  const run = await waitForRun(fleet.api, name, ingestJobRunId, 60_000);
  expect(run.documents.completed).toHaveLength(1);
  return documents[0]?.id ?? '';
}
const send = (method: string, path: string, body: object) =>
  fleet.api.request<Record<string, never>>(method, path, { namespaceId: name, ...body });

/** Documents that a search with this filter finds. */
async function found(metadata: object): Promise<string[]> {
  const json = { namespaceId: name, query: 'zebra', topK: 100, filter: { metadata } };
  const { body } = await fleet.api.request<{ results: SearchHit[] }>('POST', '/v1/search', json);
  return [...new Set(body.data.results.map((hit) => hit.document.id))].toSorted();
}
async function listed(metadata: object): Promise<string[]> {
  const { body } = await fleet.api.request<{ documents: { id: string }[] }>('POST', '/v1/documents', {
    namespaceId: name,
    filterConfig: { metadata },
  });
  return body.data.documents.map(({ id }) => id).toSorted();
}
const namespaceRow = () =>
  fleet.database.namespace.findFirstOrThrow({ where: { name, organizationId: fleet.organizationId } });
const rowOf = (id: string) => fleet.database.document.findUniqueOrThrow({ where: { id } });

test('changed metadata reaches the searches without embedding anything', async () => {
  const ids = [
    await ingest('a zebra', { metadata: { team: 'a', tags: ['x'] } }),
    await ingest('two zebras', { metadata: { team: 'a' } }),
  ];
  const before = vendors.openai.served.inputs;
  const { status } = await send('PATCH', '/v1/documents', {
    filterConfig: { metadata: { team: 'a' } },
    data: { $metadata: { $set: { team: 'b' }, $append: { tags: ['y'] } } },
  });
  expect(status).toBe(200);
  expect(await listed({ team: 'b' })).toEqual(ids.toSorted());
  await eventually(async () => {
    expect(await found({ team: 'b', tags: 'y' })).toEqual(ids.toSorted());
    expect(await found({ team: 'a' })).toEqual([]);
  }, 20_000);
  // The two searches asked for one vector; nothing else was embedded.
  expect(vendors.openai.served.inputs - before).toBeLessThanOrEqual(1);
  // Searches follow the rows at once; the vectors a little later.
  for (const id of ids)
    await eventually(async () =>
      expect(await rowOf(id)).toMatchObject({ metadataUpdate: 'COMPLETED', status: 'SUCCESS' }),
    );
});

test('metadata that changes while a document is embedded is what searches filter by at the end', async () => {
  const id = await ingest('a zebra', { externalId: 'e', metadata: { team: 'a' } });
  vendors.faults.openai = () => ({ kind: 'status', status: 503 });
  await send('PATCH', `/v1/documents/${id}`, { content: 'a zebra and an okapi' });
  await eventually(async () => expect((await rowOf(id)).status).toBe('PROCESSING'));
  await send('PATCH', '/v1/documents', {
    filterConfig: { documentIds: [id] },
    data: { metadata: { team: 'b' } },
  });
  vendors.faults.openai = undefined;
  await eventually(async () => {
    expect(await rowOf(id)).toMatchObject({ metadataUpdate: 'COMPLETED', status: 'SUCCESS' });
    expect(await found({ team: 'b' })).toEqual([id]);
    expect(await found({ team: 'a' })).toEqual([]);
  }, 40_000);
});

test('a re-ingested document that fails keeps its old content with its new metadata, in lists and in searches', async () => {
  const id = await ingest('a zebra', { externalId: 'e', metadata: { team: 'a' } });
  vendors.faults.openai = () => ({ kind: 'status', status: 401 });
  await ingestText(fleet.api, name, 'an okapi', { externalId: 'e', metadata: { team: 'b' } });
  await eventually(async () => expect((await rowOf(id)).status).toBe('FAILED'), 20_000);
  vendors.faults.openai = undefined;
  expect(await listed({ team: 'b' })).toEqual([id]);
  await eventually(async () => expect(await found({ team: 'b' })).toEqual([id]), 20_000);
});

test('a vector store that refuses ends the update in ERROR, and the next update brings it to the searches', async () => {
  const id = await ingest('a zebra', { metadata: { team: 'a' } });
  const update = (team: string) =>
    send('PATCH', '/v1/documents', { filterConfig: { documentIds: [id] }, data: { metadata: { team } } });
  vendors.faults.pinecone = ({ path }) =>
    path === '/vectors/upsert' ? { status: 400, body: { code: 3, message: 'no' } } : undefined;
  await update('b');
  await eventually(async () => expect((await rowOf(id)).metadataUpdate).toBe('ERROR'), 20_000);
  vendors.faults.pinecone = undefined;
  await update('c');
  await eventually(async () => expect(await found({ team: 'c' })).toEqual([id]), 20_000);
});

test('a deletion leaves no vector, chunk, file or row behind', async () => {
  const ids = [await ingest('a zebra'), await ingest('two zebras')];
  const kept = await ingest('a third zebra');
  await eventually(async () => expect(await found({})).toEqual([...ids, kept].toSorted()));
  const { id: namespaceId } = await namespaceRow();
  const { status, body } = await send('DELETE', '/v1/documents', { filterConfig: { documentIds: ids } });
  expect([status, body.data['itemsDeleted']]).toEqual([202, 2]);
  expect(await found({})).toEqual([kept]);
  await eventually(async () => {
    expect(await fleet.database.document.count({ where: { namespaceId } })).toBe(1);
  }, 40_000);
  const documentIds = vendors.pinecone.records(namespaceId).map(({ id }) => id.split('#')[0]);
  expect(documentIds).toEqual([kept]);
  expect(await fleet.database.chunk.count({ where: { documentId: { in: ids } } })).toBe(0);
  const removed = vendors.s3.requests.filter(({ method, query }) => method === 'POST' && query.has('delete'));
  expect(removed.length).toBeGreaterThan(0);
  expect((await send('POST', '/v1/search', { query: 'zebra' })).body.data['results']).toHaveLength(1);
});

test('a document that is deleted while it is embedded is purged when its worker has let go of it', async () => {
  vendors.faults.openai = () => ({ kind: 'status', status: 503 });
  const { ingestJobRunId, documents } = await ingestText(fleet.api, name, 'a zebra');
  const id = documents[0]?.id ?? '';
  await eventually(async () => expect((await rowOf(id)).status).toBe('PROCESSING'));
  await send('DELETE', '/v1/documents', { filterConfig: { documentIds: [id] } });
  vendors.faults.openai = undefined;
  const run = await waitForRun(fleet.api, name, ingestJobRunId);
  expect(run.documents.cancelled).toMatchObject([{ id, error: 'The document was deleted' }]);
  await eventually(
    async () => expect(await fleet.database.document.count({ where: { id } })).toBe(0),
    40_000,
  );
  expect(vendors.pinecone.records((await namespaceRow()).id)).toEqual([]);
});

test('editing one paragraph of a document of 1,000 chunks embeds at most 5, the same content again none', async () => {
  const paragraphs = Array.from({ length: 1_150 }, () => Array.from({ length: 4 }, sentence).join(' '));
  const chunkConfig = { chunkSize: 200, chunkOverlap: 20 };
  const id = await ingest(paragraphs.join('\n\n'), { externalId: 'long' }, chunkConfig);
  expect((await rowOf(id)).embeddingCount).toBeGreaterThanOrEqual(1_000);

  async function embeddedBy(paragraph: string): Promise<number> {
    const before = vendors.openai.served.inputs;
    const content = paragraphs.with(500, paragraph).join('\n\n');
    const { body } = await send('PATCH', `/v1/documents/${id}`, { content });
    await waitForRun(fleet.api, name, String(body.data['ingestJobRunId']), 60_000);
    expect((await rowOf(id)).status).toBe('SUCCESS');
    return vendors.openai.served.inputs - before;
  }
  const edited = sentence();
  const first = await embeddedBy(edited);
  expect(first).toBeGreaterThanOrEqual(1);
  expect(first).toBeLessThanOrEqual(5);
  expect(await embeddedBy(edited)).toBe(0);

  const before = vendors.openai.served.inputs;
  await ingest(paragraphs.with(500, edited).join('\n\n'), { externalId: 'long' }, chunkConfig);
  expect(vendors.openai.served.inputs).toBe(before);
}, 240_000);

test('what clients send is taken as they send it: tenants everywhere, no source, the word undefined, both kinds of metadata', async () => {
  const tenant = { 'x-tenant-id': 'acme' };
  const ask = (method: string, path: string, body?: object) =>
    fleet.api.request<Record<string, never>>(method, path, body && { namespaceId: name, ...body }, tenant);
  const form = new FormData();
  for (const [field, value] of Object.entries({
    namespaceId: name,
    metadata: 'undefined',
    chunkConfig: 'undefined',
    ocrConfig: 'undefined',
    source: 'undefined',
  }))
    form.set(field, value);
  form.set('file', new Blob(['a zebra in a file']), 'zebra.txt');
  const uploaded = await fetch(`${fleet.url}/v1/ingest/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fleet.apiKey}`, ...tenant },
    body: form,
  });
  expect(uploaded.status).toBe(202);
  const { data } = (await uploaded.json()) as {
    data: { ingestJobRunId: string; documents: { id: string }[] };
  };
  await waitForRun(fleet.api, name, data.ingestJobRunId);
  const [id] = data.documents.map((document) => document.id);
  const filterConfig = { documentIds: [id, null], documentTypes: ['FILE', null] };
  const updated = await ask('PATCH', '/v1/documents', {
    filterConfig,
    data: { metadata: { a: 1 }, $metadata: { $set: { b: 2 } } },
  });
  expect(updated.body.data['itemsUpdated']).toBe(1);
  expect((await rowOf(id ?? '')).metadata).toEqual({ a: 1, b: 2 });
  expect((await ask('GET', `/v1/ingest-job-runs/${data.ingestJobRunId}?namespaceId=${name}`)).status).toBe(
    200,
  );
  expect((await ask('GET', `/v1/namespaces/${name}`)).status).toBe(200);
  expect((await ask('DELETE', '/v1/documents', { filterConfig })).body.data['itemsDeleted']).toBe(1);
});
