import { afterAll, expect, test } from '@jest/globals';
import type OpenAI from 'openai';
import { startOpenAiWorld } from './openai-world.fixture.ts';

const world = await startOpenAiWorld();
const { gateway, client, documentId } = world;
afterAll(() => world.close());

const input = 'How many days of paid leave are there a year?';
const text = 'Everyone has thirty days of paid leave a year. [1]';

test('the tool file_search names the namespaces and conditions on their metadata', async () => {
  const ask = async (year: number) => {
    const filters = { type: 'eq' as const, key: 'year', value: year };
    const tools = [{ type: 'file_search' as const, vector_store_ids: ['docs', 'more'], filters }];
    return (await client.responses.create({ model: 'gpt-4.1', input, tools, tool_choice: 'required' }))
      .output_text;
  };
  expect(await ask(2026)).toBe(text);
  expect(await ask(2027)).toBe('Not found in the documents.');
});

test('the call of file_search is the first item, with the passages where they are included', async () => {
  const asked = {
    model: 'gpt-4.1',
    input,
    tools: [{ type: 'file_search' as const, vector_store_ids: ['docs'], max_num_results: 1 }],
  };
  const plain = await client.responses.create(asked);
  expect(plain.output).toMatchObject([
    { type: 'file_search_call', status: 'completed', queries: [input], results: null },
    { type: 'message' },
  ]);
  const include = ['file_search_call.results' as const];
  const { output } = await client.responses.create({ ...asked, include });
  expect(output[0]).toMatchObject({
    results: [{ file_id: documentId, filename: 'handbook', text: expect.stringContaining('thirty days') }],
  });
  const streamed = await client.responses.stream({ ...asked, include }).finalResponse();
  expect(streamed.output.map(({ type }) => type)).toEqual(['file_search_call', 'message']);
  expect(streamed.output_text).toBe(text);
});

const either = { type: 'or', filters: [{ type: 'eq', key: 'team', value: 'people' }] };

test.each([
  [{ type: 'contains', key: 'team', value: 'p' }, 'filters.type', /eq, ne, .*and, or/],
  [{ type: 'in', key: 'team', value: 'people' }, 'filters', /array/],
  [{ type: 'eq', key: 'team', value: null }, 'filters.value', /string, number or boolean/],
  [
    { type: 'and', filters: [{ type: 'and', filters: [either] }] },
    'filters.filters.0.filters.0.type',
    /eq, ne/,
  ],
])('what is wrong with the filter %j is named', async (filters, param, message) => {
  const { status, body } = await gateway.call('POST', '/v1/vector_stores/docs/search', {
    json: { query: 'leave', filters },
  });
  expect([status, body.error.param]).toEqual([400, param]);
  expect(body.error.message).toMatch(message);
});

test('a search has the weights of hybrid_search', async () => {
  const scoreWith = async (embedding_weight: number, text_weight: number) => {
    const hybrid_search = { embedding_weight, text_weight };
    const { data } = await client.vectorStores.search('docs', {
      query: 'leave',
      ranking_options: { ranker: 'auto', hybrid_search },
    } as OpenAI.VectorStores.VectorStoreSearchParams);
    return data[0]?.score ?? 0;
  };
  const [meaning, words, both] = [await scoreWith(2, 0), await scoreWith(0, 5), await scoreWith(1, 1)];
  expect(meaning).not.toBeCloseTo(words);
  expect(both).toBeCloseTo((meaning + words) / 2);
  await expect(scoreWith(0, 0)).rejects.toMatchObject({ param: 'ranking_options.hybrid_search' });
});

test('attributes of results are the fields that filters compare, also where they are called like ours', async () => {
  const own = { type: 'invoice', source: 'crm', id: 'INV-1' };
  const { status } = await gateway.call('PATCH', '/v1/documents', {
    json: {
      namespaceId: 'docs',
      filterConfig: { metadata: { team: 'people' } },
      data: { $metadata: { $set: own } },
    },
  });
  expect(status).toBe(200);
  const filters = { type: 'eq' as const, key: 'type', value: 'invoice' };
  const { data } = await client.vectorStores.search('docs', { query: 'leave', filters });
  expect(data[0]?.attributes).toMatchObject(own);
  const { body } = await gateway.call('POST', '/v1/retrieval', {
    json: { knowledge_id: 'docs', query: 'leave' },
  });
  expect(body.records[0].metadata).toMatchObject({ ...own, document_id: documentId });
});
