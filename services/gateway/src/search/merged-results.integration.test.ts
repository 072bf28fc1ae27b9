import { startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { embedDocument } from '../../test/embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;

async function ingest(namespaceId: string, name: string, texts: string[], metadata: object = {}) {
  const json = {
    namespaceId,
    ingestConfig: { source: 'TEXT', config: { name, text: texts.join('\n'), externalId: name, metadata } },
  };
  const reply = await gateway.call('POST', '/v1/ingest/text', { json });
  await embedDocument(gateway, namespaceId, reply.body.data.documents[0].id, texts);
}

/** Scores of a text by how often it says "leave". */
const reranker = await startStubServer(({ json, headers }) => {
  const { documents } = json as { documents: string[] };
  if (headers.authorization !== 'Bearer rerank-key') return { status: 401, body: { message: 'no such key' } };
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

const hybrid = (json: object) =>
  gateway.call('POST', '/v1/search/hybrid', {
    json: {
      namespaceId: 'docs',
      query: 'days of leave',
      hybridConfig: { semanticWeight: 0.5, keywordWeight: 0.5 },
      ...json,
    },
  });
const namesOf = ({ body }: { body: { data: { results: { document: { name: string } }[] } } }) =>
  body.data.results.map(({ document }) => document.name);

test('neighbors are one result where a request merges them, which names its chunks', async () => {
  const handbookOf = async (json: object) =>
    (await hybrid({ topK: 20, ...json })).body.data.results.filter(
      ({ document }: { document: { name: string } }) => document.name === 'handbook',
    );
  const apart = await handbookOf({});
  expect(apart).toHaveLength(3);
  expect(apart[0].chunks).toBeUndefined();
  const merged = await handbookOf({ neighbors: 'merge', highlights: true, explain: true });
  const inOrder = apart.toSorted(
    (a: { position: { start: number } }, b: { position: { start: number } }) =>
      a.position.start - b.position.start,
  );
  expect(merged).toMatchObject([
    {
      content: inOrder.map(({ content }: { content: string }) => content).join('\n'),
      score: apart[0].score,
      position: { ordinal: 0, start: 0, end: inOrder[2].position.end },
      chunks: inOrder.map(({ position, score }: { position: object; score: number }) => ({
        ...position,
        score,
      })),
    },
  ]);
  const { explanation, context } = merged[0];
  expect(explanation.semantic + explanation.keyword).toBeCloseTo(merged[0].score, 6);
  expect(explanation.embedded).toContain(apart[0].content);
  expect(context).toBeUndefined();
});

test('a neighbor that ranks behind the last result is a part of it', async () => {
  await create('ranks');
  await ingest('ranks', 'best', ['Days of leave: thirty days of leave.', 'The canteen opens at noon.']);
  for (const office of ['Bern', 'Lyon', 'Oslo', 'Rome', 'Turin', 'Vienna'])
    await ingest('ranks', office, [`In ${office} everyone has forty days of leave.`]);
  const asked = { namespaceId: 'ranks', topK: 1, neighbors: 'merge', duplicates: 'keep' };
  const all = await hybrid({ ...asked, topK: 20, neighbors: 'keep' });
  expect(namesOf(all).lastIndexOf('best')).toBeGreaterThan(5);
  const { results } = (await hybrid(asked)).body.data;
  expect(results).toMatchObject([{ document: { name: 'best' }, chunks: [{ ordinal: 0 }, { ordinal: 1 }] }]);
});

test('pages of merged results are together what one page has', async () => {
  const asked = { neighbors: 'merge', duplicates: 'keep', namespaceId: ['docs', 'other'] };
  const contentsOf = ({ body }: { body: { data: { results: { content: string }[] } } }) =>
    body.data.results.map(({ content }) => content);
  const whole = contentsOf(await hybrid({ ...asked, topK: 20 }));
  const paged: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const reply = await hybrid({ ...asked, topK: 1, ...(cursor && { cursor }) });
    paged.push(...contentsOf(reply));
    cursor = reply.body.data.nextCursor;
  }
  expect(paged).toEqual(whole);
  expect(whole).toHaveLength(4);
});

test('merged results are reranked, limited by document and expanded like others', async () => {
  const asked = { neighbors: 'merge', duplicates: 'keep', topK: 20 };
  const reranked = (await hybrid({ ...asked, rerank: {} })).body.data;
  expect(reranked.rerank).toMatchObject([{ applied: true, count: 3 }]);
  expect(namesOf(await hybrid({ ...asked, maxPerDocument: 1 })).toSorted()).toEqual([
    'batteries',
    'copy',
    'handbook',
  ]);
  const { results } = (await hybrid({ ...asked, expand: { before: 1, after: 1 } })).body.data;
  const handbook = results.find(
    ({ document }: { document: { name: string } }) => document.name === 'handbook',
  );
  expect(handbook.context.text).toBe(handbook.content);
});
