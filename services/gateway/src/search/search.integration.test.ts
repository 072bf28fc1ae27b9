import { availableParallelism } from 'node:os';
import { sourceShape } from '@docfleet/api/document-filter';
import { eventually, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { embedDocument } from '../../test/embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
const ids: Record<string, string> = {};

async function ingest(
  name: string,
  texts: string[],
  { tenantId, metadata = {} }: { tenantId?: string; metadata?: object } = {},
) {
  const json = {
    namespaceId: 'docs',
    ingestConfig: { source: 'TEXT', config: { name, text: texts.join('\n'), externalId: name, metadata } },
  };
  const response = await gateway.call('POST', '/v1/ingest/text', { json, ...(tenantId && { tenantId }) });
  ids[name] = response.body.data.documents[0].id;
  await embedDocument(gateway, 'docs', response.body.data.documents[0].id, texts);
}

beforeAll(async () => {
  gateway = await startTestGateway();
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'docs', ...localConfigs } });
  await gateway.call('POST', '/v1/namespaces?validate=false', { json: { name: 'empty', ...localConfigs } });
  await ingest('leave', ['Everyone has thirty days of paid leave a year.', 'Sick leave needs a doctor.'], {
    tenantId: 'people',
    metadata: { team: 'people', id: 'forged', source: 'forged', type: 'forged' },
  });
  await ingest('servers', ['The server answers ERR_TLS_CERT_ALTNAME_INVALID when its certificate is old.'], {
    tenantId: 'tech',
    metadata: { team: 'tech' },
  });
  await ingest('lunch', ['The canteen serves lunch from noon.']);
});
afterAll(() => gateway.close());

const search = (json: object, options = {}) =>
  gateway.call('POST', '/v1/search', {
    json: { namespaceId: 'docs', query: 'days of leave', ...json },
    ...options,
  });
const hybrid = (json: object) =>
  gateway.call('POST', '/v1/search/hybrid', {
    json: {
      namespaceId: 'docs',
      query: 'days of leave',
      hybridConfig: { semanticWeight: 0.5, keywordWeight: 0.5 },
      ...json,
    },
  });
interface Result {
  readonly score: number;
  readonly document: { readonly name: string };
  readonly explanation: {
    readonly semantic: number;
    readonly keyword: number;
    readonly terms: readonly { readonly term: string; readonly word: string; readonly weight: number }[];
  };
}
const namesOf = ({ body }: { body: { data: { results: Result[] } } }) =>
  body.data.results.map((result) => result.document.name);

test('the best match comes first, with its document; its own fields win over metadata', async () => {
  const response = await search({ topK: 1 });
  expect(response.body.data.results).toEqual([
    {
      content: 'Everyone has thirty days of paid leave a year.',
      score: expect.any(Number),
      metadata: { team: 'people', id: ids['leave'], source: 'TEXT', type: 'TEXT' },
      document: {
        id: ids['leave'],
        name: 'leave',
        externalId: 'leave',
        documentType: 'TEXT',
        ...Object.fromEntries(Object.keys(sourceShape).map((name) => [name, null])),
      },
      position: { ordinal: 0, start: 0, end: 46 },
    },
  ]);
  expect(response.body.message).toBe('1 result');
});

test('a result has the address and the date of its source, and searches can ask for them', async () => {
  const wiki = 'https://acme.atlassian.net/wiki/spaces/HR/pages/1';
  const modified = new Date('2026-02-03T04:05:06Z');
  const { database } = gateway.context;
  const where = { id: ids['lunch']! };
  await database.document.update({ where, data: { sourceUrl: wiki, sourceModifiedAt: modified } });
  const found = async (source: object) => (await search({ filter: { source } })).body.data.results;
  expect(await found({ urlPrefix: 'https://acme.atlassian.net/wiki/spaces/HR/' })).toMatchObject([
    { document: { name: 'lunch', url: wiki, modifiedAt: { isoString: modified.toISOString() } } },
  ]);
  expect(
    await found({ modifiedAfter: '2026-02-03T00:00:00Z', modifiedBefore: '2026-02-04T00:00:00Z' }),
  ).toHaveLength(1);
  expect(await found({ modifiedAfter: '2026-02-04T00:00:00+01:00' })).toEqual([]);
  expect(await found({ urlPrefix: 'https://acme.atlassian.net/wiki/spaces/ENG/' })).toEqual([]);
  const json = { namespaceId: 'docs', filterConfig: { source: { modifiedBefore: '2026-03-01T00:00:00Z' } } };
  const { body } = await gateway.call('POST', '/v1/documents', { json });
  expect(body.data.documents).toMatchObject([{ name: 'lunch', url: wiki }]);
  await database.document.update({ where, data: { sourceUrl: null, sourceModifiedAt: null } });
});

test('scores fall, lie between 0 and 1, and the threshold cuts', async () => {
  const meaningAlone = await search({ searchType: 'SEMANTIC' });
  const scores = meaningAlone.body.data.results.map((result: Result) => result.score) as number[];
  // By meaning alone the nearest are returned: the page about servers last, with 0.
  expect(scores).toHaveLength(4);
  for (const score of scores) {
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(1);
  }
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  const scoreThreshold = scores[1] ?? 0;
  const best = await search({ searchType: 'SEMANTIC', scoreThreshold });
  expect(best.body.data.results).toHaveLength(2);
});

test('keywords find what they name exactly', async () => {
  const response = await hybrid({
    query: 'ERR_TLS_CERT_ALTNAME_INVALID',
    topK: 1,
    hybridConfig: { semanticWeight: 0.3, keywordWeight: 0.7 },
  });
  expect(namesOf(response)).toEqual(['servers']);
  expect(response.body.data.results[0].score).toBeGreaterThan(0.2);
});

test('an explained result shows what meaning and each word contributed, and where the time went', async () => {
  const { body } = await hybrid({ explain: true, query: 'days of leave for a doctor' });
  const results: Result[] = body.data.results;
  for (const { score, explanation } of results)
    expect(explanation.semantic + explanation.keyword).toBeCloseTo(score, 3);
  const termsOf = new Map(
    results.map(({ document, explanation }) => [
      document.name,
      explanation.terms.map(({ word, term }) => `${word}: ${term}`),
    ]),
  );
  // Function words count for little, but they count.
  expect(termsOf.get('leave')).toEqual(expect.arrayContaining(['leave: leav', 'days: dai', 'of: of']));
  const lunch = results.find(({ document }) => document.name === 'lunch');
  expect(lunch?.explanation).toMatchObject({ keyword: 0, terms: [] });
  expect(Object.keys(body.data.timings)).toEqual(['embed', 'store', 'rows', 'rerank', 'texts', 'explain']);
  expect(body.data.timings.store).toBeGreaterThan(0);
});

test('a search that does not say how compares words as well, weighed as suits the local model, and explains so', async () => {
  const { weights, results } = (await hybrid({ explain: true })).body.data;
  expect((await search({ explain: true })).body.data).toMatchObject({ weights, results });
});

test('a search by meaning is explained by meaning alone', async () => {
  const { body } = await search({ explain: true, searchType: 'SEMANTIC' });
  expect(body.data.weights).toEqual({ semanticWeight: 1, keywordWeight: 0 });
  for (const { score, explanation } of body.data.results)
    expect(explanation).toEqual({
      semantic: expect.closeTo(score, 5),
      keyword: 0,
      terms: [],
      embedded: expect.any(String),
    });
  expect(body.data.timings.embed).toEqual(expect.any(Number));
  const empty = await search({ explain: true, namespaceId: 'empty' });
  expect(empty.body.data).toEqual({
    results: [],
    nextCursor: null,
    weights: expect.anything(),
    timings: expect.objectContaining({ rows: 0 }),
  });
});

test.each([[undefined], [false]])('with explain: %j nothing is explained', async (explain) => {
  const { body } = await hybrid({ explain });
  expect(Object.keys(body.data)).toEqual(['results', 'nextCursor']);
  for (const result of body.data.results)
    expect(Object.keys(result)).toEqual(['content', 'score', 'metadata', 'document', 'position']);
});

test('a query of stop words alone is no error', async () => {
  expect((await hybrid({ query: 'the of and' })).status).toBe(200);
});

/** Words of the page about servers and of one about leave. */
const leaveAndServers = 'days of leave when a server has an old certificate';

test('a tenant finds its own alone', async () => {
  const foundBy = async (tenantId: string) =>
    new Set(namesOf(await search({ query: leaveAndServers }, { tenantId })));
  expect(await foundBy('tech')).toEqual(new Set(['servers']));
  expect(await foundBy('people')).toEqual(new Set(['leave']));
  expect(await foundBy('absent')).toEqual(new Set());
});

test('the metadata filter narrows', async () => {
  const found = async (team: unknown) =>
    namesOf(await search({ query: leaveAndServers, filter: { metadata: { team } } }));
  expect(await found(['tech', 'other'])).toEqual(['servers']);
  expect(await found({ $ne: 'people' })).toContain('servers');
  expect(await found({ $ne: 'people' })).not.toContain('leave');
});

test('a document that was deleted is not found while its vectors are still there', async () => {
  const left = namesOf(await search({}));
  await ingest('gone', ['Holidays: days of leave, days of leave.']);
  expect(namesOf(await search({}))[0]).toBe('gone');
  await gateway.context.database.document.update({
    where: { id: ids['gone'] ?? '' },
    data: { liveKey: null, status: 'QUEUED_FOR_DELETION' },
  });
  // The deleted one, which would be the first, takes no place of another.
  expect(namesOf(await search({ topK: left.length }))).toEqual(left);
  expect(namesOf(await search({}))).not.toContain('gone');
});

test('a namespace without documents has no results', async () => {
  expect((await search({ namespaceId: 'empty' })).body.data.results).toEqual([]);
  expect((await hybrid({ namespaceId: 'empty' })).body.data.results).toEqual([]);
});

test.each([
  [{ query: undefined }, 'query'],
  [{ query: '  ' }, 'query'],
  [{ query: 'x'.repeat(8_001) }, 'query'],
  [{ topK: 0 }, 'topK'],
  [{ topK: 1_001 }, 'topK'],
  [{ topK: 1.5 }, 'topK'],
  [{ topK: '5' }, 'topK'],
  [{ scoreThreshold: -0.1 }, 'scoreThreshold'],
  [{ scoreThreshold: 1.1 }, 'scoreThreshold'],
  [{ searchType: 'HYBRID' }, 'searchType'],
  [{ explain: 'yes' }, 'explain'],
  [{ filter: { team: 'a' } }, 'filter.team'],
  [{ filter: { metadata: { a: { $like: 'x' } } } }, 'filter.metadata.a.$like'],
  [{ hybridConfig: { semanticWeight: 1, keywordWeight: 0 } }, 'hybridConfig'],
])('the search %j is INVALID_SEARCH_REQUEST at %s', async (json, path) => {
  const { status, body } = await search(json);
  expect([status, body.error.code, body.error.details.issues[0].path]).toEqual([
    400,
    'INVALID_SEARCH_REQUEST',
    path,
  ]);
});

test.each([
  [{ semanticWeight: 0.5, keywordWeight: 0.6 }, 400],
  [{ semanticWeight: 1.2, keywordWeight: -0.2 }, 400],
  [{ semanticWeight: 1 }, 400],
  [undefined, 400],
  [{ semanticWeight: 0.1 + 0.2, keywordWeight: 0.7 }, 200],
  [{ semanticWeight: 1, keywordWeight: 0 }, 200],
])('the weights %j are answered with %i', async (hybridConfig, status) => {
  const response = await hybrid({ hybridConfig });
  expect(response.status).toBe(status);
  if (status === 400) expect(response.body.error.code).toBe('INVALID_HYBRID_CONFIG');
});

test('an unknown namespace is not found', async () => {
  expect((await search({ namespaceId: 'missing' })).body.error.code).toBe('NAMESPACE_NOT_FOUND');
});

test('a model that refuses fails the search with what it said', async () => {
  const embeddingModelConfig = {
    provider: 'OPENAI',
    model: 'text-embedding-3-small',
    apiKey: 'sk-wrong',
    baseUrl: 'http://127.0.0.1:9',
  };
  const json = { name: 'broken', ...localConfigs, embeddingModelConfig };
  await gateway.call('POST', '/v1/namespaces?validate=false', { json });
  const { status, body } = await search({ namespaceId: 'broken' });
  expect([status, body.error.code]).toEqual([502, 'SEARCH_FAILED']);
  expect(body.error.details.reason).toEqual(expect.any(String));
});

test('searches that wait for a vendor that hangs keep no other namespace of the organization waiting', async () => {
  const model = await startStubServer((_request, response) => void response.on('close', () => undefined));
  const embeddingModelConfig = {
    provider: 'OPENAI',
    model: 'text-embedding-3-small',
    apiKey: 'sk-key',
    baseUrl: `${model.url}/v1`,
  };
  await gateway.call('POST', '/v1/namespaces?validate=false', {
    json: { name: 'hanging', ...localConfigs, embeddingModelConfig },
  });
  // More than any machine computes at once.
  const count = 2 * availableParallelism() + 8;
  const hanging = Array.from({ length: count }, (_, index) =>
    search({ namespaceId: 'hanging', query: `days of leave ${index}` }),
  );
  await eventually(() => expect(model.requests).toHaveLength(count));
  expect((await search({})).status).toBe(200);
  await model.close();
  for (const { status } of await Promise.all(hanging)) expect(status).toBe(502);
});
