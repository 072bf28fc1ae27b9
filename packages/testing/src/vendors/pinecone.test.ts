import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runWhere } from '../run-where.ts';
import { type PineconeEmulator, startPineconeEmulator } from './pinecone.ts';
import { contractFile } from './vendor-contract.ts';

interface RecordedCall {
  readonly name: string;
  readonly reqs: readonly { readonly method: string; readonly url: string; readonly body: string }[];
}

let emulator: PineconeEmulator;
beforeAll(async () => {
  emulator = await startPineconeEmulator({ dimension: 3 });
});
afterAll(() => emulator.close());

async function send(method: string, path: string, body?: unknown, key = 'test-key') {
  const response = await fetch(emulator.url + path, {
    method,
    headers: { 'api-key': key, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) }),
  });
  const text = await response.text();
  return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : undefined };
}

const upsert = (...vectors: unknown[]) => send('POST', '/vectors/upsert', { vectors, namespace: 'ns' });
const vector = (id: string, changes: object = {}) => ({ id, values: [1, 0, 0], ...changes });

/** A recording of the requests that the SDK makes, if this machine has it. */
const contract = contractFile('pinecone-recorded.json');
const recorded: RecordedCall[] = contract ? JSON.parse(readFileSync(contract, 'utf8')).calls : [];
// Recorded requests that were invalid, by mistake or on purpose, and parts of the API that docfleet does not use.
const outside =
  /sparse only|null metadata|float32array|query by id|scanFactor|fetchByMetadata|amespace|Records|while|2001|closed port|AbortSignal/;
const used = recorded.filter(({ name }) => !outside.test(name));

const testRecorded = runWhere(
  test,
  contract !== undefined,
  'no recording of the SDK (VENDOR_CONTRACTS names its folder)',
);
testRecorded('answers the calls that the SDK was recorded to make', async () => {
  for (const { name, reqs } of used) {
    const [request] = reqs;
    await upsert(vector('doc1#c1'), vector('a'));
    const answer = await send(request?.method ?? '', request?.url ?? '', request?.body);
    expect({ name, status: answer.status }).toEqual({ name, status: 200 });
  }
  expect(used.length).toBeGreaterThanOrEqual(10);
});

test.each([
  [
    'another dimension',
    vector('a', { values: [1, 0] }),
    /dimension 2 does not match the dimension of the index 3/,
  ],
  ['only zeros', vector('a', { values: [0, 0, 0] }), /at least one non-zero value/],
  ['values that are no array', vector('a', { values: { 0: 1 } }), /Expected an array/],
  ['null in metadata', vector('a', { metadata: { x: null } }), /Metadata value must be/],
  ['nested metadata', vector('a', { metadata: { x: { y: 1 } } }), /Metadata value must be/],
  ['numbers in a list', vector('a', { metadata: { x: [1, 2] } }), /Metadata value must be/],
  [
    '41 KB of metadata',
    vector('a', { metadata: { x: 'x'.repeat(41_000) } }),
    /exceeds the limit of 40960 bytes/,
  ],
  [
    'an empty sparse vector',
    vector('a', { sparseValues: { indices: [], values: [] } }),
    /at least one value/,
  ],
  ['an index twice', vector('a', { sparseValues: { indices: [1, 1], values: [1, 1] } }), /unique indices/],
])('refuses a vector with %s', async (_, bad, message) => {
  expect(await upsert(vector('good'), bad)).toMatchObject({
    status: 400,
    json: { message: expect.stringMatching(message) },
  });
});

test('refuses more than 2 MB and more than 1,000 vectors at once', async () => {
  const metadata = { x: 'x'.repeat(30_000) };
  const large = Array.from({ length: 80 }, (_, index) => vector(`v${index}`, { metadata }));
  expect(await upsert(...large)).toMatchObject({
    status: 400,
    json: { message: expect.stringMatching(/too large/) },
  });
  const many = Array.from({ length: 1_001 }, (_, index) => vector(`v${index}`));
  expect(await upsert(...many)).toMatchObject({
    status: 400,
    json: { message: expect.stringMatching(/1001/) },
  });
});

test('lets only its key in, and says so in plain text', async () => {
  expect(await send('POST', '/query', {}, 'wrong')).toMatchObject({ status: 401, text: 'Invalid API Key' });
});

test('refuses more than 1,000 ids in a delete, and any in a namespace that is not there', async () => {
  const ids = Array.from({ length: 1_001 }, (_, index) => `v${index}`);
  expect(await send('POST', '/vectors/delete', { ids, namespace: 'ns' })).toMatchObject({ status: 400 });
  expect(await send('POST', '/vectors/delete', { ids: ['a'], namespace: 'nowhere' })).toMatchObject({
    status: 404,
    json: { message: 'Namespace not found' },
  });
});

test('an update of metadata adds and replaces, and removes nothing', async () => {
  await upsert(vector('u', { metadata: { old: 1, both: 1 } }));
  await send('POST', '/vectors/update', { id: 'u', setMetadata: { both: 2 }, namespace: 'ns' });
  const { json } = await send('GET', '/vectors/fetch?ids=u&namespace=ns');
  expect(json.vectors.u.metadata).toEqual({ old: 1, both: 2 });
});

test('sparse queries are for dotproduct indexes alone', async () => {
  const cosine = await startPineconeEmulator({ dimension: 3, metric: 'cosine' });
  const response = await fetch(`${cosine.url}/query`, {
    method: 'POST',
    headers: { 'api-key': 'test-key' },
    body: JSON.stringify({ topK: 1, vector: [1, 0, 0], sparseVector: { indices: [1], values: [1] } }),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ message: expect.stringMatching(/sparse/) });
  await cosine.close();
});
