import type { ApiResponse } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createNamespace, ingestText, search, waitForRun } from './documents.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';
import { startVendors, type Vendors } from './vendors.ts';

let vendors: Vendors;
let fleet: TestFleet;

beforeAll(async () => {
  vendors = await startVendors();
  fleet = await joinFleet();
  const { api } = fleet;
  await createNamespace(api, 'healthy');
  await createNamespace(api, 'remote', vendors.configs);
  for (const name of ['healthy', 'remote']) {
    const { ingestJobRunId } = await ingestText(api, name, 'The heron stands at the pond.');
    await waitForRun(api, name, ingestJobRunId);
  }
}, 240_000);

afterAll(async () => {
  await fleet?.remove();
  await vendors.close();
});

let queries = 0;
/** A search that no cache can answer. */
const searchRemote = (query = 'heron'): Promise<ApiResponse> =>
  fleet.api.request('POST', '/v1/search', { namespaceId: 'remote', query: `${query} number ${queries++}` });

test.each<[string, Vendors['faults'], RegExp]>([
  ['the model answers 500', { openai: () => ({ kind: 'status', status: 500 }) }, /server had an error/],
  ['the model answers 429', { openai: () => ({ kind: 'status', status: 429 }) }, /Rate limit/],
  ['the model answers half of its JSON', { openai: () => ({ kind: 'truncated' }) }, /cut off/],
  ['the model breaks the connection', { openai: () => ({ kind: 'cut' }) }, /\w/],
  ['the index answers 503', { pinecone: () => ({ status: 503, body: 'overloaded' }) }, /overloaded/],
  ['the index breaks the connection', { pinecone: () => ({ kind: 'cut' }) }, /\w/],
  ['the index answers half of its JSON', { pinecone: () => ({ kind: 'truncated' }) }, /\w/],
  ['the index refuses the key', { pinecone: () => ({ status: 401, body: 'Invalid API Key' }) }, /Invalid/],
])('while %s, a search fails with the reason', async (_, faults, reason) => {
  Object.assign(vendors.faults, { openai: undefined, pinecone: undefined }, faults);
  const { status, body } = await searchRemote();
  expect([status, body.error?.code]).toEqual([502, 'SEARCH_FAILED']);
  expect(body.error?.details?.reason).toMatch(reason);
});

test('while model or index hang, a search ends within 25 seconds with a reason, and others are not held up', async () => {
  // The query's vector, which depends on the model's response, must reach the index.
  Object.assign(vendors.faults, {
    openai: ([text]: readonly string[]) => (text?.startsWith('model') ? { kind: 'hang' } : undefined),
    pinecone: () => ({ kind: 'hang' }),
  });
  const startedAt = Date.now();
  const hanging = Array.from({ length: 50 }, (_, index) => searchRemote(index % 2 ? 'model' : 'index'));
  const [hit] = await search(fleet.api, 'healthy', 'heron');
  expect(hit?.content).toMatch(/pond/);
  await expect(Promise.race([...hanging, 'none of them has ended'])).resolves.toBe('none of them has ended');
  for (const { status, body } of await Promise.all(hanging)) {
    expect([status, body.error?.code]).toEqual([502, 'SEARCH_FAILED']);
    expect(body.error?.details?.reason).toMatch(/20 seconds/);
  }
  expect(Date.now() - startedAt).toBeLessThan(25_000);
}, 40_000);

test('when the vendors are back, the next search finds what was there before', async () => {
  Object.assign(vendors.faults, { openai: undefined, pinecone: undefined });
  const { status, body } = await searchRemote();
  expect(status).toBe(200);
  expect(JSON.stringify(body.data)).toMatch(/pond/);
});
