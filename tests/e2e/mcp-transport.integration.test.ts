import { createDocfleetClient } from '@docfleet/sdk';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { callTool, connectByHttp, connectByStdio } from './assistant.ts';
import { joinFleet, type TestFleet } from './test-fleet.ts';

let fleet: TestFleet;
beforeAll(async () => {
  fleet = await joinFleet();
}, 240_000);
afterAll(() => fleet?.remove());

test('too many requests are answered with when to go on, by tools and by the transport', async () => {
  const sdk = createDocfleetClient({ baseUrl: fleet.url, apiKey: fleet.apiKey });
  const { key } = await sdk.apiKeys.create({ name: 'slow', rateLimitPerMinute: 4 });
  const client = await connectByHttp({ url: fleet.url, apiKey: key });
  const response = await callTool(client, 'list_namespaces');
  expect(response).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^RATE_LIMIT_EXCEEDED.*\nWait \d+ s/),
  });
  await expect(client.listTools()).rejects.toThrow('RATE_LIMIT_EXCEEDED');
  await client.close();
});

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${fleet.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${fleet.apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

test.each([
  ['a page of another host', ping, { origin: 'http://evil.example' }, 403],
  ['a page that makes its name lead here', ping, { origin: 'http://rebound.example:4000' }, 403],
  ['no key', ping, { authorization: '' }, 401],
  ['a wrong key', ping, { authorization: 'Bearer df_live_0123456789abcdef_x' }, 401],
  ['a wrong tenant', ping, { 'x-tenant-id': 'a b' }, 400],
  ['no JSON', '{', {}, 400],
  ['a form', ping, { 'content-type': 'text/plain' }, 415],
  ['a batch', [ping, ping], {}, 400],
  ['no message', {}, {}, 400],
  ['more than a body may hold', { ...ping, params: { text: 'x'.repeat(1_100_000) } }, {}, 413],
  ['an unknown protocol', ping, { 'mcp-protocol-version': '1999-01-01' }, 400],
])('%s is refused by HTTP', async (_case, body, headers, status) => {
  expect((await post(body, headers)).status).toBe(status);
});

test('a client library of the revisions with sessions is served', async () => {
  const client = new FirstClient({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${fleet.apiKey}` };
  const transport = new FirstTransport(new URL(`${fleet.url}/mcp`), { requestInit: { headers } });
  // The library's own transports do not fit its own interface under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<FirstClient['connect']>[0]);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('search');
  const { content } = await client.callTool({ name: 'list_namespaces', arguments: {} });
  expect(content).toMatchObject([{ type: 'text' }]);
  await client.close();
});

// https://github.com/anthropics/claude-code/issues/45368 and https://github.com/masumi-network/Citadel/issues/45
test.each(['application/json', '*/*', 'text/event-stream'])(
  'a client that accepts %s alone is answered in JSON',
  async (accept) => {
    const response = await post(ping, { accept });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/json'),
    ]);
    const modern = await post(inRevision('tools/list'), { ...ofRevision('tools/list'), accept });
    expect(modern.status).toBe(200);
  },
);

const inRevision = (method: string, version = '2026-07-28') => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
});
const ofRevision = (method: string, version = '2026-07-28') => ({
  'mcp-protocol-version': version,
  'mcp-method': method,
});

// https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
test.each([
  [
    'its discovery',
    'server/discover',
    200,
    { result: { supportedVersions: ['2026-07-28'], resultType: 'complete', cacheScope: 'private' } },
  ],
  ['an unknown method', 'no/such', 404, { error: { code: -32_601 } }],
  ['a subscription, as nothing changes', 'subscriptions/listen', 200, { error: { code: -32_603 } }],
])('of revision 2026-07-28 %s is answered without a session', async (_case, method, status, body) => {
  const response = await post(inRevision(method), ofRevision(method));
  expect([response.status, await response.json()]).toMatchObject([status, body]);
});

test.each([
  [
    'another revision',
    inRevision('tools/list', '2099-01-01'),
    ofRevision('tools/list', '2099-01-01'),
    -32_022,
  ],
  ['a header that names another method', inRevision('tools/list'), ofRevision('tools/call'), -32_020],
  ['no header of the method', inRevision('tools/list'), { 'mcp-protocol-version': '2026-07-28' }, -32_020],
])('%s is refused with the code of the protocol', async (_case, body, headers, code) => {
  const response = await post(body, headers);
  expect([response.status, await response.json()]).toMatchObject([400, { error: { code } }]);
});

test('pages of the same machine may speak to it, and nothing but POST is answered', async () => {
  const response = await post(ping, { origin: 'http://localhost:6274' });
  expect([response.status, await response.json()]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
  expect(response.headers.get('mcp-session-id')).toBeNull();
  const events = await fetch(`${fleet.url}/mcp`, { headers: { accept: 'text/event-stream' } });
  expect([events.status, events.headers.get('allow')]).toEqual([405, 'POST']);
});

test('a program without a key, or with one that is not valid, says so and ends', async () => {
  for (const apiKey of ['', 'df_live_wrong'])
    await expect(connectByStdio({ url: fleet.url, apiKey })).rejects.toThrow('closed');
});
