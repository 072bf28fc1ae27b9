import { startStubServer } from '@docfleet/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { embedDocument } from '../../test/embed-document.ts';
import { localConfigs, startTestGateway, type TestGateway } from '../../test/start-test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const search = (json: object) => gateway.call('POST', '/v1/search', { json });
const namesOf = ({ body }: { body: { data: { results: { document: { name: string } }[] } } }) =>
  body.data.results.map(({ document }) => document.name);

/** A namespace whose model answers as the test says, with one text. */
async function namespaceWithModel(
  name: string,
  respond: (texts: string[]) => { status?: number; body: unknown },
) {
  const server = await startStubServer(({ json }) => respond((json as { input: string[] }).input));
  const embeddingModelConfig = { provider: 'OPENAI', model: 'own', apiKey: 'sk-key', baseUrl: server.url };
  await gateway.call('POST', '/v1/namespaces?validate=false', {
    json: { name, ...localConfigs, embeddingModelConfig },
  });
  const text = 'The castle has nine towers.';
  const json = { namespaceId: name, ingestConfig: { source: 'TEXT', config: { name: 'castle', text } } };
  const { body } = await gateway.call('POST', '/v1/ingest/text', { json });
  await embedDocument(gateway, name, body.data.documents[0].id, [text]);
  server.requests.length = 0;
  const find = (query: string, semanticWeight: number) =>
    gateway.call('POST', '/v1/search/hybrid', {
      json: { namespaceId: name, query, hybridConfig: { semanticWeight, keywordWeight: 1 - semanticWeight } },
    });
  return { server, find };
}

const vectorsFor = (texts: string[]) => ({
  body: { data: texts.map((_, index) => ({ index, embedding: [1, index] })) },
});

test('a search by words alone asks no model', async () => {
  const { server, find } = await namespaceWithModel('words-alone', vectorsFor);
  expect(namesOf(await find('towers', 0))).toEqual(['castle']);
  expect(server.requests).toEqual([]);
  await server.close();
});

test('a hybrid search whose model is away answers by words and says so; by meaning alone it fails', async () => {
  let isAway = false;
  const away = { status: 503, body: { error: { message: 'overloaded' } } };
  const { server, find } = await namespaceWithModel('model-away', (texts) =>
    isAway ? away : vectorsFor(texts),
  );
  isAway = true;
  const response = await find('the towers of the castle', 0.5);
  expect([response.status, namesOf(response)]).toEqual([200, ['castle']]);
  expect(response.body.data.notices).toEqual([
    'The embedding model does not answer, and words alone were compared (overloaded)',
  ]);
  expect((await search({ namespaceId: 'model-away', query: 'towers' })).status).toBe(502);
  await server.close();
});

test('a query that is longer than the model reads is cut with a notice, and one that is refused is the fault of the request', async () => {
  const { server } = await namespaceWithModel('short-model', (texts) =>
    texts.some((text) => text.length > 500 || text.includes('unspeakable'))
      ? { status: 400, body: { error: { message: 'the input length exceeds the context length' } } }
      : vectorsFor(texts),
  );
  const long = `Which castle has nine towers? ${'It is written in many words. '.repeat(100)}`;
  const response = await search({ namespaceId: 'short-model', query: long });
  expect([response.status, namesOf(response)]).toEqual([200, ['castle']]);
  expect(response.body.data.notices[0]).toMatch(
    /^The query is longer than the model reads: only its first \d+ /,
  );
  const refused = await search({ namespaceId: 'short-model', query: 'an unspeakable castle' });
  expect([refused.status, refused.body.error.code]).toEqual([400, 'INVALID_SEARCH_REQUEST']);
  await server.close();
});
