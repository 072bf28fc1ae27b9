import { createEgress } from '@docfleet/egress';
import { searchStore } from '@docfleet/search/search-store';
import {
  type PineconeEmulator,
  type PineconeEmulatorOptions,
  type StubResponse,
  startPineconeEmulator,
} from '@docfleet/testing';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { conformanceDimensions, vectorRecord } from '../../../test/conformance-records.ts';
import { openVectorStore } from '../../registry.ts';

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
const alive = AbortSignal.timeout(600_000);
const keyword = { terms: [{ term: 'amber', idf: 2 }], semanticWeight: 0.5, keywordWeight: 0.5 };

let emulator: PineconeEmulator;
let fault: (() => StubResponse) | undefined;
const start = async (options: Partial<PineconeEmulatorOptions> = {}) => {
  emulator = await startPineconeEmulator({
    dimension: conformanceDimensions,
    fault: () => fault?.(),
    ...options,
  });
};
beforeEach(async () => {
  fault = undefined;
  await start();
});
afterEach(() => emulator.close());

const open = (changes: { apiKey?: string; indexHost?: string } = {}) =>
  openVectorStore(
    { provider: 'PINECONE', apiKey: 'test-key', indexHost: emulator.url, ...changes },
    { namespaceId: 'limits', egress },
  );

const upsertBodies = () =>
  emulator.requests
    .filter(({ path }) => path === '/vectors/upsert')
    .map(({ body, json }) => ({ body, json }));

test('requests stay below 2 MB and 1,000 vectors, and are not many more than they need to be', async () => {
  await open().upsert(
    Array.from({ length: 2_500 }, (_, index) => vectorRecord(index, { text: 'x'.repeat(1_000) })),
    alive,
  );
  const bodies = upsertBodies();
  expect(Math.max(...bodies.map(({ body }) => Buffer.byteLength(body)))).toBeLessThan(2 * 1024 * 1024);
  expect(bodies).toHaveLength(3);
  expect(emulator.records('limits')).toHaveLength(2_500);
});

test('large texts are cut at a character so that metadata fits, and their hits say so', async () => {
  const text = '\u{1F600}"\n'.repeat(10_000);
  const store = open();
  await store.upsert([vectorRecord(1, { text, metadata: { note: 'n'.repeat(5_000) } })], alive);
  const { hits } = await searchStore(store, { vector: vectorRecord(1).values, topK: 1 }, alive);
  expect(hits).toMatchObject([{ textTruncated: true }]);
  const kept = hits[0]?.text ?? '';
  expect(text.startsWith(kept)).toBe(true);
  expect(kept.isWellFormed()).toBe(true);
  expect(Buffer.byteLength(JSON.stringify(kept))).toBeGreaterThan(34_000);
});

test("metadata that is too large by itself is the document's own fault", async () => {
  const record = vectorRecord(1, { metadata: { note: 'n'.repeat(50_000) } });
  await expect(open().upsert([record], alive)).rejects.toMatchObject({
    code: 'PROVIDER_REJECTED',
    details: { setting: 'metadata' },
  });
});

test('a wrong key is refused with the name of its setting and never repeated', async () => {
  const rejection = open({ apiKey: 'wrong-secret' }).check(conformanceDimensions, alive);
  await expect(rejection).rejects.toMatchObject({
    code: 'PROVIDER_REJECTED',
    details: { setting: 'vectorStorageConfig.apiKey', status: 401 },
  });
  fault = () => ({ status: 400, body: { message: `the key test-key has ${'x'.repeat(500)}` } });
  const error = await open()
    .check(undefined, alive)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ details: { reason: expect.stringMatching(/^the key \[key\] has x+…$/) } });
  expect((error as { details: { reason: string } }).details.reason).toHaveLength(300);
});

test('a host without an index is refused with the name of its setting', async () => {
  fault = () => ({ status: 404, body: 'Not Found' });
  await expect(open().check(conformanceDimensions, alive)).rejects.toMatchObject({
    code: 'PROVIDER_REJECTED',
    details: { setting: 'vectorStorageConfig.indexHost' },
  });
  await expect(open().purge(alive)).rejects.toMatchObject({ code: 'PROVIDER_REJECTED' });
});

test('a host without a listener is unavailable', async () => {
  await expect(open({ indexHost: 'http://127.0.0.1:9' }).check(1, alive)).rejects.toMatchObject({
    code: 'PROVIDER_UNAVAILABLE',
    details: { setting: 'vectorStorageConfig.indexHost' },
  });
});

test('a private address is refused by the egress, not tried again', async () => {
  const closed = createEgress({ allowCidrs: [] });
  const store = openVectorStore(
    { provider: 'PINECONE', apiKey: 'k', indexHost: emulator.url },
    { namespaceId: 'limits', egress: closed },
  );
  await expect(store.check(1, alive)).rejects.toMatchObject({ code: 'ADDRESS_FORBIDDEN' });
  await closed.close();
});

test.each([
  [429, { 'retry-after': '7' }, 'PROVIDER_RATE_LIMITED', 7_000],
  [429, {}, 'PROVIDER_RATE_LIMITED', undefined],
  [500, {}, 'PROVIDER_UNAVAILABLE', undefined],
  [503, {}, 'PROVIDER_UNAVAILABLE', undefined],
  [400, {}, 'PROVIDER_REJECTED', undefined],
] as const)('%i with %j becomes %s after one request', async (status, headers, code, retryAfterMs) => {
  fault = () => ({ status, headers, body: { code: 2, message: 'No.' } });
  const error = await open()
    .upsert([vectorRecord(1)], alive)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code, details: { reason: 'No.', status } });
  expect((error as { details: { retryAfterMs?: number } }).details.retryAfterMs).toBe(retryAfterMs);
  expect(emulator.requests).toHaveLength(1);
});

test('an answer that is cut short is unavailable', async () => {
  fault = () => ({
    headers: { 'content-length': '1000', 'content-type': 'application/json' },
    body: '{"matches":',
  });
  const impatient = AbortSignal.any([alive, AbortSignal.timeout(1_000)]);
  await expect(open().count(impatient)).rejects.toBeDefined();
  fault = () => ({ body: '{"matches":' });
  await expect(open().count(alive)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
});

test('after a request failed the rest of the batch is not sent', async () => {
  fault = () => ({ status: 503 });
  const records = Array.from({ length: 20_000 }, (_, index) => vectorRecord(index));
  await expect(open().upsert(records, alive)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  expect(upsertBodies().length).toBeLessThanOrEqual(4);
});

test('the rate limit of a namespace comes through with its Retry-After', async () => {
  await emulator.close();
  await start({ requestsPerSecond: 2 });
  const store = open();
  const calls = await Promise.allSettled(
    Array.from({ length: 5 }, (_, index) => store.upsert([vectorRecord(index)], alive)),
  );
  const refused = calls.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(3);
  expect(refused[0]).toMatchObject({
    reason: { code: 'PROVIDER_RATE_LIMITED', details: { retryAfterMs: 1_000 } },
  });
});

test.each([
  ['cosine', true],
  ['euclidean', true],
  ['cosine', false],
] as const)(
  'hybrid search on a %s index (metric named: %s) re-scores the nearest and says so',
  async (metric, statsNameMetric) => {
    await emulator.close();
    await start({ metric, statsNameMetric });
    const store = open();
    const plain = vectorRecord(1, { terms: ['birch'], text: 'birch' });
    const lexical = vectorRecord(2, { terms: ['amber'], text: 'amber', values: plain.values });
    await store.upsert([plain, lexical], alive);
    const { hits, notice } = await searchStore(store, { vector: plain.values, topK: 2, keyword }, alive);
    expect(notice).toMatch(/dotproduct/);
    expect(hits.map(({ id }) => id)).toEqual([lexical.id, plain.id]);
    expect(hits[1]?.score).toBeCloseTo(0.5, 4);
    const semantic = await searchStore(store, { vector: plain.values, topK: 2 }, alive);
    expect(semantic.notice).toBeUndefined();
    expect(semantic.hits.map(({ score }) => score)).toEqual([expect.closeTo(1, 4), expect.closeTo(1, 4)]);
  },
);

test('on a dotproduct index hybrid search is one query without a notice', async () => {
  const store = open();
  await store.upsert([vectorRecord(1)], alive);
  await store.check(conformanceDimensions, alive);
  const before = emulator.requests.length;
  const { notice } = await searchStore(store, { vector: vectorRecord(1).values, topK: 2, keyword }, alive);
  expect(notice).toBeUndefined();
  expect(emulator.requests.slice(before).map(({ path }) => path)).toEqual(['/query']);
});

test('a write that is not visible yet is not counted, and is later', async () => {
  await emulator.close();
  await start({ visibilityDelayMs: 60_000 });
  const store = open();
  await store.upsert([vectorRecord(1)], alive);
  expect(await store.count(alive)).toBe(0);
  expect(emulator.records('limits')).toHaveLength(1);
});
