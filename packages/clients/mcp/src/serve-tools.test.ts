import { createDocfleetClient } from '@docfleet/sdk';
import { expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { serveTools } from './create-server.ts';

const unreachable = createDocfleetClient({ baseUrl: 'http://localhost:1', apiKey: 'none' });

async function connect(extensions: readonly string[], api = unreachable): Promise<Client> {
  const [serverEnd, clientEnd] = InMemoryTransport.createLinkedPair();
  const server = new Server({ name: 'docfleet', version: '0' }, { capabilities: { tools: {} } });
  serveTools(server, {
    client: api,
    scopes: ['read'],
    extensions,
    onFailure: () => undefined,
  });
  const client = new Client({ name: 'test', version: '0' });
  await Promise.all([server.connect(serverEnd), client.connect(clientEnd)]);
  return client;
}

async function answerOf(name: string, given: Record<string, unknown>, api = unreachable) {
  const client = await connect([], api);
  const { content, isError } = await client.callTool({ name, arguments: given });
  await client.close();
  return { content, isError };
}

test.each([
  [{ query: 'x' }, '- namespaceId is required'],
  [
    { namespace: 'a', query: 'x'.repeat(8_001) },
    '- query must have at most 8000 characters, but it has 8001',
  ],
  [{ namespace: 'a', query: 'x', topk: 3 }, '- topk is not a known field; did you mean topK?'],
])('wrong arguments of a tool are named in the sentences of the API: %#', async (given, sentence) => {
  expect(await answerOf('search', given)).toEqual({
    isError: true,
    content: [{ type: 'text', text: `INVALID_ARGUMENTS: search cannot be called like this.\n${sentence}` }],
  });
});

test.each([
  [['answers'], true],
  [[], false],
])('of a service with the extensions %j the tool answer is listed: %p', async (extensions, isListed) => {
  const client = await connect(extensions);
  const { tools } = await client.listTools();
  await client.close();
  expect(tools.some(({ name }) => name === 'answer')).toBe(isListed);
});

test('a search and a list are limited by the source of documents, with the fields of the API', async () => {
  const bodies: unknown[] = [];
  const data = { results: [], documents: [], nextCursor: null };
  const api = createDocfleetClient({
    baseUrl: 'http://localhost:1',
    apiKey: 'none',
    fetch: async (_, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return Response.json({ success: true, message: '', data });
    },
  });
  const source = { urlPrefix: 'https://example.com/wiki/', modifiedAfter: '2026-01-01T00:00:00Z' };
  await answerOf('search', { namespace: 'a', query: 'x', source }, api);
  await answerOf('list_documents', { namespace: 'a', source }, api);
  expect(bodies).toMatchObject([{ filter: { source } }, { filterConfig: { source } }]);
  const { content } = await answerOf('search', { namespace: 'a', query: 'x', source: { url: 'x' } }, api);
  expect(JSON.stringify(content)).toContain('source.url is not a known field');
});

test('a namespace is described with the move that is under way', async () => {
  const summary = 'Moving from LANCEDB to PGVECTOR: 1 of 3 documents';
  const namespace = {
    identifier: 'a',
    embeddingModelConfig: { provider: 'LOCAL', model: 'static-1024' },
    vectorStorageConfig: { provider: 'PGVECTOR' },
    fileStorageConfig: { type: 'LOCAL' },
    webScraperConfig: null,
    createdAt: { isoString: '2026-11-27T09:00:00.000Z' },
  };
  const api = createDocfleetClient({
    baseUrl: 'http://localhost:1',
    apiKey: 'none',
    fetch: async () =>
      Response.json({
        success: true,
        message: '',
        data: { namespace, move: { summary }, statsByStatus: [] },
      }),
  });
  const { content } = await answerOf('get_namespace', { namespaceId: 'a' }, api);
  expect(JSON.stringify(content)).toContain(summary);
});

test('arguments have the names of the REST API, and previous names are still taken', async () => {
  const client = await connect([]);
  const { tools } = await client.listTools();
  const named = (name: string) =>
    Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {});
  expect(named('search')).toContain('namespaceId');
  expect(named('ingest_status')).toEqual(['namespaceId', 'ingestJobRunId', 'waitSeconds']);
  await client.close();
  const paths: string[] = [];
  const api = createDocfleetClient({
    baseUrl: 'http://localhost:1',
    apiKey: 'none',
    fetch: async (url) => {
      paths.push(String(url));
      return Response.json(
        { success: false, message: '', error: { code: 'NOT_FOUND', message: '' } },
        { status: 404 },
      );
    },
  });
  await answerOf('ingest_status', { namespaceId: 'a', ingestJobRunId: 'r' }, api);
  await answerOf('ingest_status', { namespace: 'a', runId: 'r' }, api);
  expect(paths).toEqual(Array(2).fill('http://localhost:1/v1/ingest-job-runs/r?namespaceId=a'));
});
