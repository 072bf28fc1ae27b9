import { createEgress } from '@docfleet/egress';
import {
  findPython,
  noQdrantEngine,
  type QdrantServer,
  type QdrantServerOptions,
  runWhere,
  startQdrantServer,
} from '@docfleet/testing';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { vectorRecord } from '../../../test/conformance-records.ts';
import { alive } from '../../../test/conformance-store.fixture.ts';
import type { ScoringStore } from '../../provider.ts';
import { openVectorStore } from '../../registry.ts';

const python = findPython(['qdrant_edge']) ?? '';
const describeEngine = runWhere(describe, python !== '', noQdrantEngine);
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
let server: QdrantServer | undefined;

afterEach(async () => server?.close());
afterAll(() => egress.close());

const start = async (options: Partial<QdrantServerOptions> = {}): Promise<QdrantServer> => {
  server = await startQdrantServer({ python, ...options });
  return server;
};
const open = (url: string, namespaceId = 'limits', config: object = {}) =>
  openVectorStore(
    { provider: 'QDRANT', url, apiKey: 'test-key', ...config },
    { namespaceId, egress },
  ) as ScoringStore;
const records = [1, 2, 3].map((index) => vectorRecord(index));
const send = (url: string, method: string, path: string, body: object) =>
  fetch(url + path, {
    method,
    headers: { 'api-key': 'test-key', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describeEngine('a server that refuses', () => {
  test.each([
    [401, 'Invalid API key or JWT', 'PROVIDER_REJECTED', 'vectorStorageConfig.apiKey'],
    [403, 'Forbidden: Global access is required', 'PROVIDER_REJECTED', 'vectorStorageConfig.apiKey'],
    [404, '<html>not found</html>', 'PROVIDER_REJECTED', 'vectorStorageConfig.url'],
    [503, 'Shard temporarily unavailable: 0', 'PROVIDER_UNAVAILABLE', undefined],
    [507, 'Insufficient storage: disk', 'PROVIDER_UNAVAILABLE', undefined],
  ])('with %i is explained in its own words', async (status, error, code, setting) => {
    let isFaulty = false;
    const { url } = await start({
      fault: () => (isFaulty ? { status, body: { status: { error }, time: 0 } } : undefined),
    });
    const store = open(url);
    await store.upsert(records, alive);
    isFaulty = true;
    await expect(store.upsert(records, alive)).rejects.toMatchObject({
      code,
      details: { status, reason: expect.stringContaining(error.slice(0, 10)), ...(setting && { setting }) },
    });
  });

  test('for too many requests is asked again after the whole time that it states', async () => {
    const { url } = await start({
      fault: () => ({
        status: 429,
        headers: { 'retry-after': '30' },
        body: { status: { error: 'Rate limiting exceeded: Read rate limit exceeded' }, time: 0 },
      }),
    });
    await expect(open(url).count(alive)).rejects.toMatchObject({
      code: 'PROVIDER_RATE_LIMITED',
      details: { retryAfterMs: 30_000 },
    });
  });

  test.each(['cut', 'truncated'] as const)('the rest of an answer (%s) can be asked again', async (kind) => {
    const { url } = await start({ fault: () => ({ kind }) });
    await expect(open(url).count(alive)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' });
  });

  test('never repeats the key', async () => {
    const { url } = await start({ fault: () => ({ status: 401, body: 'key secret-key-0123 is unknown' }) });
    const refused = open(url, 'limits', { apiKey: 'secret-key-0123' }).count(alive);
    const error = await refused.catch((reason: unknown) => reason);
    expect(JSON.stringify([error, (error as Error).message])).not.toContain('secret-key-0123');
  });

  test('as it is too old is named with its version', async () => {
    const { url } = await start({ version: '1.16.3' });
    await expect(open(url).check(16, alive)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      details: { reason: expect.stringContaining('1.16.3'), setting: 'vectorStorageConfig.url' },
    });
  });
});

describeEngine('a collection', () => {
  const made = { dense: { size: 16, distance: 'Dot' } };
  const creation = { vectors: made, sparse_vectors: { terms: {} }, hnsw_config: { m: 0, payload_m: 16 } };
  test.each([
    [
      'another distance',
      { vectors: { dense: { size: 16, distance: 'Euclid' } }, sparse_vectors: { terms: {} } },
    ],
    ['no sparse vector', { vectors: made, sparse_vectors: {} }],
    ['statistics of its own', { vectors: made, sparse_vectors: { terms: { modifier: 'idf' } } }],
  ])('with %s is refused with the reason', async (_, config) => {
    const { url } = await start();
    await send(url, 'PUT', '/collections/docfleet-16', { hnsw_config: { m: 0 }, ...config });
    await expect(open(url).check(16, alive)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      details: { setting: 'vectorStorageConfig.url', reason: expect.stringContaining('docfleet-16') },
    });
  });

  test('without its indexes, as a killed writer leaves it, is completed', async () => {
    const { url } = await start({ strictMode: { unindexed_filtering_retrieve: false } });
    await send(url, 'PUT', '/collections/docfleet-16', creation);
    await open(url).upsert(records, alive);
    expect(await open(url).count(alive)).toBe(3);
  });

  test('is made once by writers that begin together', async () => {
    const { url, collections } = await start();
    const stores = ['a', 'b', 'c', 'd'].map((namespaceId) => open(url, namespaceId));
    await Promise.all(stores.map((store) => store.upsert(records, alive)));
    expect(collections()).toEqual(['docfleet-16']);
    expect(await Promise.all(stores.map((store) => store.count(alive)))).toEqual([3, 3, 3, 3]);
  });

  test('that another process is making is waited for until it can be read', async () => {
    const made: string[] = [];
    const { url } = await start({
      fault: ({ method, path }) => {
        if (!path.startsWith('/collections/docfleet-16')) return undefined;
        made.push(method);
        // Not there, then taken, then there and not to be read; as Qdrant 1.16 answers.
        if (made.length === 2)
          return {
            status: 409,
            body: { status: { error: 'Wrong input: Collection `docfleet-16` already exists!' } },
          };
        if (made.length === 3) void send(url, 'PUT', '/collections/docfleet-16', creation);
        return made.length === 3 || made.length === 4
          ? {
              status: 500,
              body: { status: { error: 'Service internal error: 0 of 0 read operations failed' } },
            }
          : undefined;
      },
    });
    await open(url).upsert(records, alive);
    expect(await open(url).count(alive)).toBe(3);
  });

  test('is made with the shards and replicas of the configuration', async () => {
    const { url, requests } = await start();
    await open(url, 'limits', { shardNumber: 6, replicationFactor: 2, collection: 'eu' }).check(16, alive);
    const creation = requests.find(({ method, path }) => method === 'PUT' && path === '/collections/eu-16');
    expect(creation?.json).toMatchObject({ shard_number: 6, replication_factor: 2 });
  });

  test('serves a namespace whose model changes to another dimension', async () => {
    const { url, collections } = await start();
    await open(url, 'one').upsert(records, alive);
    const small = vectorRecord(1, { values: Float32Array.of(1, 0, 0, 0) });
    await open(url, 'one-2').upsert([small], alive);
    expect(collections()).toEqual(['docfleet-16', 'docfleet-4']);
    expect(await open(url, 'one-2').readVectors([small.id], alive)).toEqual([
      expect.objectContaining({ id: small.id, values: small.values }),
    ]);
  });

  test('that is gone is an empty one, and is made again by the next write', async () => {
    const { url, collections, removeCollection } = await start();
    const store = open(url);
    await store.upsert(records, alive);
    expect(await store.count(alive)).toBe(3);
    removeCollection('docfleet-16');
    await store.upsert(records.slice(0, 2), alive);
    expect(await store.count(alive)).toBe(2);
    removeCollection('docfleet-16');
    expect(await store.count(alive)).toBe(0);
    expect(collections()).toEqual([]);
  });
});

describeEngine('a generation', () => {
  test('is changed by no writer of the one before, though both have the same chunks', async () => {
    const { url } = await start();
    const config = { provider: 'QDRANT', url, apiKey: 'test-key' };
    const of = (generation: number) => openVectorStore(config, { namespaceId: 'one', generation, egress });
    const [old, current] = [of(1), of(2)];
    await current.upsert(records, alive);
    await old.upsert(
      records.map((record) => ({ ...record, text: 'stale' })),
      alive,
    );
    await old.remove([records[0]?.id ?? ''], alive);
    const { hits } = await (current as ScoringStore).search({ vector: records[0]?.values, topK: 3 }, alive);
    expect(hits.map(({ text }) => text).toSorted()).toEqual(records.map(({ text }) => text).toSorted());
    await old.purge(alive);
    expect(await current.count(alive)).toBe(3);
  });
});

describeEngine('a change', () => {
  test('of terms goes on where another process has removed a vector meanwhile', async () => {
    let refusals = 1;
    const { url } = await start({
      fault: ({ path }) => {
        if (!path.endsWith('/points/vectors') || refusals === 0) return undefined;
        refusals -= 1;
        return { status: 404, body: { status: { error: 'Not found: No point with id 1 found' }, time: 0 } };
      },
    });
    const store = open(url);
    await store.upsert(records, alive);
    await store.updateTerms(new Map(records.map(({ id }) => [id, ['zephyr']])), alive);
    const keyword = { terms: [{ term: 'zephyr', idf: 1 }], semanticWeight: 0, keywordWeight: 1 };
    const { hits } = await store.search({ vector: undefined, topK: 5, keyword }, alive);
    expect(hits).toHaveLength(3);
  });

  test('to no terms at all leaves a vector that is found by its meaning', async () => {
    const { url } = await start();
    const [record = vectorRecord(1)] = records;
    const store = open(url);
    await store.upsert(records, alive);
    await store.updateTerms(new Map([[record.id, []]]), alive);
    const keyword = { terms: [{ term: record.terms[0] ?? '', idf: 1 }], semanticWeight: 0, keywordWeight: 1 };
    const { hits } = await store.search({ vector: undefined, topK: 5, keyword }, alive);
    expect(hits.map(({ id }) => id)).not.toContain(record.id);
    const nearest = await store.search({ vector: record.values, topK: 1 }, alive);
    expect(nearest.hits).toMatchObject([{ id: record.id, score: expect.closeTo(1, 5) }]);
  });

  test('with half a character in a text is written with all that is beside it', async () => {
    const { url } = await start();
    const store = open(url);
    await store.upsert([...records, vectorRecord(4, { text: 'cut \ud83d' })], alive);
    expect(await store.count(alive)).toBe(4);
  });
});
