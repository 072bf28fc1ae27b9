import { eventually, startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { embedDocument } from '../../test/embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
const ids: Record<string, string> = {};

async function ingest(namespaceId: string, name: string, texts: string[], metadata: object = {}) {
  const json = {
    namespaceId,
    ingestConfig: { source: 'TEXT', config: { name, text: texts.join('\n'), externalId: name, metadata } },
  };
  const reply = await gateway.call('POST', '/v1/ingest/text', { json });
  ids[name] = reply.body.data.documents[0].id;
  await embedDocument(gateway, namespaceId, reply.body.data.documents[0].id, texts);
}

/** Scores of a text by how often it says "leave". */
const reranker = await startStubServer(({ json, headers }) => {
  const { documents, query } = json as { documents: string[]; query: string };
  if (headers.authorization !== 'Bearer rerank-key') return { status: 401, body: { message: 'no such key' } };
  if (query.includes('unlucky')) return { status: 503, body: { message: 'busy' } };
  const results = documents.map((text, index) => ({
    index,
    relevance_score: Math.min(1, text.split('leave').length / 10),
  }));
  return { body: { results: results.toSorted((a, b) => b.relevance_score - a.relevance_score) } };
});

const create = (name: string, more: object = {}) =>
  gateway.call('POST', '/v1/namespaces?validate=false', { json: { name, ...localConfigs, ...more } });

beforeAll(async () => {
  gateway = await startTestGateway();
  await create('docs', {
    rerankConfig: {
      provider: 'COMPATIBLE',
      model: 'counting',
      apiKey: 'rerank-key',
      baseUrl: `${reranker.url}/v1`,
    },
  });
  await create('other');
  await ingest(
    'docs',
    'handbook',
    [
      '# Leave\n\nEveryone has thirty days of paid leave a year.',
      'Sick leave needs a doctor.',
      'Unpaid leave is leave that leave rules leave open.',
    ],
    { team: 'people', year: 2026, visibility: 'public' },
  );
  await ingest('docs', 'copy', ['# Leave\n\nEveryone has thirty days of paid leave a year.'], {
    team: 'archive',
    year: 2020,
    visibility: 'public',
  });
  await ingest('docs', 'batteries', ['How many days does a battery last? Many. How do I store it?'], {
    team: 'tech',
    year: 2024,
  });
  await ingest('other', 'elsewhere', ['In the other office everyone has forty days of leave.']);
});
afterAll(async () => {
  await gateway.close();
  await reranker.close();
});

const search = (json: object) =>
  gateway.call('POST', '/v1/search', { json: { namespaceId: 'docs', query: 'days of leave', ...json } });
const hybrid = (json: object) =>
  gateway.call('POST', '/v1/search/hybrid', {
    json: {
      namespaceId: 'docs',
      query: 'days of leave',
      hybridConfig: { semanticWeight: 0.5, keywordWeight: 0.5 },
      ...json,
    },
  });
const keywords = (query: string, json: object = {}) =>
  hybrid({ query, hybridConfig: { semanticWeight: 0, keywordWeight: 1 }, ...json });
const namesOf = ({ body }: { body: { data: { results: { document: { name: string } }[] } } }) =>
  body.data.results.map(({ document }) => document.name);

test('a word that no text has finds nothing', async () => {
  expect(namesOf(await keywords('xyzzyplugh'))).toEqual([]);
});

test('question words do not find a page about something else first', async () => {
  expect(namesOf(await hybrid({ query: 'how many days of leave do I have' }))[0]).toBe('handbook');
});

test('a text that says the same as a better result is shown once, unless copies are asked for', async () => {
  const texts = async (json: object) =>
    (await search({ topK: 20, ...json })).body.data.results.filter(({ content }: { content: string }) =>
      content.includes('thirty'),
    );
  expect(await texts({})).toHaveLength(1);
  expect(await texts({ duplicates: 'keep' })).toHaveLength(2);
});

test('duplicates and exclusions are said in the notices of a search', async () => {
  const { notices } = (await search({ topK: 20 })).body.data;
  expect(notices).toEqual([expect.stringMatching(/^1 passage with the same text .* left out/)]);
  expect((await search({ topK: 20, duplicates: 'keep' })).body.data.notices).toBeUndefined();
  const excluding = await hybrid({ query: 'leave -unpaid', duplicates: 'keep' });
  expect(excluding.body.data.notices).toEqual([
    expect.stringMatching(/^-unpaid in the query excludes: [12] passages? left out/),
  ]);
  const literal = await hybrid({ query: 'leave -unpaid', duplicates: 'keep', operators: false });
  expect(literal.body.data.notices).toBeUndefined();
});

test('a query in a language that the model does not read says so, and whether its words are found', async () => {
  const query = 'Wie viele Tage Urlaub habe ich?';
  const { message, data } = (await search({ query })).body;
  expect(message).toMatch(/in German, and the model static-1024 reads English/);
  expect(message).toBe(data.notices.join('. '));
  expect((await hybrid({ query })).body.message).toMatch(/in German/);
  expect((await search({ query: 'батарея датчика' })).body.message).toMatch(
    /which the model static-1024 reads|in Russian/,
  );
  for (const other of ['How many days of leave do I have?', 'Urlaub', 'ERR_4711 München'])
    expect((await search({ query: other })).body.message).not.toMatch(/the model/);
  await create('german');
  await ingest('german', 'urlaub', [
    'Alle haben im Jahr dreißig Tage Urlaub, und der Antrag wird vom Team geprüft.',
  ]);
  const meaningAlone = await search({ query, namespaceId: 'german', searchType: 'SEMANTIC' });
  expect(meaningAlone.body.message).toMatch(/in German.*results may have little to do with it/);
  await eventually(async () =>
    expect((await hybrid({ query, namespaceId: 'german' })).body.message).toMatch(
      /query seems to be in German.*found by their words, hardly by their meaning/,
    ),
  );
  const english = await hybrid({ query: 'how much paid leave', namespaceId: 'german' });
  expect(english.body.message).toMatch(
    /Most texts here are in German, and the model static-1024 reads English/,
  );
});

test('a short query that is not in the language of the model, and has words that no text has, is answered with that', async () => {
  const foreign = ['Was kostet die Schnittstelle?', 'Mot de passe oublié', '¿Quién paga el taxi?'];
  foreign.push('passwort vergessen', 'obetald faktura', 'sairausloma ja loman hakeminen', 'hết pin');
  for (const query of foreign)
    expect((await search({ query })).body.message).toMatch(/does not seem to be in English/);
  for (const query of [
    'sensor batteries',
    'how much leave',
    'quantum entanglement',
    'ERR_4711 München',
    'per diem',
    'naïve café',
    'São Paulo office',
  ])
    expect((await search({ query })).body.message).not.toMatch(/the model/);
});

test('a field of a filter that no document has is named where nothing is found', async () => {
  const filter = { metadata: { taem: 'people', not: { year: 2020 } } };
  expect((await search({ filter })).body.data.notices).toEqual([
    'No document has the field "taem" that the filter names',
  ]);
  expect((await search({ filter: { metadata: { year: 1066 } } })).body.data.notices).toBeUndefined();
});

test('a filter of metadata by a field of documents is answered with the filter that reads it', async () => {
  const filter = { metadata: { createdAt: { $gte: '2026-01-01' } } };
  expect((await search({ filter })).body.data.notices).toEqual([
    'No document has the field "createdAt" that the filter names: of the document itself, "createdAfter" and "createdBefore" of filter.source compare it',
  ]);
});

test('quoted phrases have to be in a result, excluded words must not', async () => {
  expect((await hybrid({ query: '"unpaid leave" days' })).body.data.results).toMatchObject([
    { content: expect.stringContaining('Unpaid leave') },
  ]);
  const { results } = (await hybrid({ query: 'leave -sick -unpaid', duplicates: 'keep' })).body.data;
  expect(results.map(({ content }: { content: string }) => content).join()).not.toMatch(/sick|unpaid/i);
});

test('groupBy and maxPerDocument limit the results of one document', async () => {
  expect(namesOf(await hybrid({ groupBy: 'document' })).toSorted()).toEqual(
    ['batteries', 'copy', 'handbook'].filter((name) => name !== 'copy'),
  );
  const names = namesOf(await hybrid({ maxPerDocument: 2 }));
  expect(names.filter((name) => name === 'handbook')).toHaveLength(2);
});

test('pages follow each other by cursor and repeat nothing; a cursor is of one search alone', async () => {
  const whole = (await hybrid({ topK: 10 })).body.data.results.map(
    ({ content }: { content: string }) => content,
  );
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await hybrid({ topK: 2, cursor });
    seen.push(...body.data.results.map(({ content }: { content: string }) => content));
    cursor = body.data.nextCursor;
  } while (cursor);
  expect(seen).toEqual(whole);
  const first = await hybrid({ topK: 2 });
  const stolen = await hybrid({ topK: 2, query: 'another', cursor: first.body.data.nextCursor });
  expect(stolen.status).toBe(400);
});

test('filters combine by and, or and not', async () => {
  const found = async (metadata: object) =>
    [...new Set(namesOf(await search({ topK: 20, duplicates: 'keep', filter: { metadata } })))].toSorted();
  expect(await found({ or: [{ team: 'tech' }, { year: { $lt: 2021 } }] })).toEqual(['batteries', 'copy']);
  expect(await found({ not: { team: 'tech' } })).toEqual(['copy', 'handbook']);
  expect(
    await found({ and: [{ visibility: 'public' }, { not: { or: [{ year: 2020 }, { team: 'x' }] } }] }),
  ).toEqual(['handbook']);
  expect(await found({ not: { year: { $gte: 2024 } } })).toEqual(['copy']);
  expect((await search({ filter: { metadata: { or: [{ year: { $foo: 1 } }] } } })).status).toBe(400);
});

test('a filter holds as soon as the row has changed, both ways', async () => {
  await ingest('docs', 'secret', ['The lunar budget is secret.'], { visibility: 'public' });
  const visible = async (visibility: string) =>
    namesOf(await keywords('lunar budget', { filter: { metadata: { visibility } } }));
  expect(await visible('public')).toEqual(['secret']);
  const { status } = await gateway.call('PATCH', '/v1/documents', {
    json: {
      namespaceId: 'docs',
      filterConfig: { documentIds: [ids['secret']] },
      data: { $metadata: { $set: { visibility: 'private' } } },
    },
  });
  expect(status).toBeLessThan(300);
  // The vectors keep their metadata: the gateway runs without an embedder here.
  expect(await visible('public')).toEqual([]);
  expect(await visible('private')).toEqual(['secret']);
});

test('highlights say where the words stand, and a snippet shows them without Markdown', async () => {
  const { body } = await keywords('leave', { highlights: true, topK: 5 });
  const first = body.data.results.find(({ content }: { content: string }) => content.startsWith('# Leave'));
  const marked = first.highlights.map(({ start, end }: { start: number; end: number }) =>
    first.content.slice(start, end),
  );
  expect(marked).toEqual(['Leave', 'leave']);
  expect(first.snippet).toContainEqual({ text: 'leave', isMatch: true });
  expect(first.snippet.map(({ text }: { text: string }) => text).join('')).not.toContain('#');
});

test('expand brings along neighboring chunks, or the section', async () => {
  const [neighbors] = (await keywords('doctor', { expand: { before: 1, after: 1 } })).body.data.results;
  expect(neighbors.content).toBe('Sick leave needs a doctor.');
  expect(neighbors.context.text).toMatch(/^# Leave.*Sick leave.*Unpaid leave/s);
  const [section] = (await keywords('doctor', { expand: 'section' })).body.data.results;
  expect(section.context.text).toMatch(/^# Leave.*Unpaid leave/s);
});

test('facets count the documents by value', async () => {
  const { facets } = (await search({ facets: ['visibility', 'team'], duplicates: 'keep' })).body.data;
  expect(facets.visibility).toContainEqual({ value: 'public', count: 2 });
  expect(facets.team).toHaveLength(3);
});

test('several namespaces are searched together', async () => {
  const names = namesOf(await hybrid({ namespaceId: ['docs', 'other'], topK: 20 }));
  expect(names).toEqual(expect.arrayContaining(['handbook', 'elsewhere']));
});

test('newer documents come first where they are asked for', async () => {
  const recency = { weight: 1, halfLifeDays: 30, field: 'year' };
  const names = namesOf(await hybrid({ recency, topK: 20, duplicates: 'keep' }));
  expect(names.indexOf('handbook')).toBeLessThan(names.indexOf('copy'));
});

test('the reranker decides the order, and when it fails the search answers all the same', async () => {
  const { body } = await hybrid({ rerank: { topN: 10 } });
  expect(body.data.results[0].content).toContain('Unpaid leave');
  expect(body.data.results[0].rerankScore).toBeGreaterThan(body.data.results[1].rerankScore);
  expect(body.data.rerank).toMatchObject([{ applied: true, model: 'counting' }]);
  const failed = (await hybrid({ query: 'unlucky days of leave', rerank: { topN: 10 } })).body.data;
  expect(failed.rerank).toMatchObject([{ applied: false, reason: expect.stringContaining('busy') }]);
  expect(failed.results.length).toBeGreaterThan(0);
});

test("a namespace that configures no reranker has docfleet's own where its model is docfleet's own", async () => {
  const { data } = (await search({ namespaceId: 'other', rerank: {} })).body;
  expect(data.rerank).toMatchObject([{ applied: true, model: 'all-minilm-l6-v2' }]);
  expect(data.results[0].rerankScore).toBeGreaterThan(0);
});

test('a searchType of the other path is refused with the path that takes it', async () => {
  expect((await search({ searchType: 'HYBRID' })).body.message).toContain(
    'POST /v1/search/hybrid takes HYBRID',
  );
  expect((await hybrid({ searchType: 'SEMANTIC' })).body.message).toContain('POST /v1/search takes SEMANTIC');
});
