import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createNamespace } from '../documents.ts';
import { type AttackedFleet, sendRaw, startAttackedFleet, timed, tooLongMs } from './attacked-fleet.ts';

let attacked: AttackedFleet;
let goldenSetId: string;

beforeAll(async () => {
  attacked = await startAttackedFleet();
  const { attacker, neighbor } = attacked;
  await Promise.all([createNamespace(attacker.api, 'own'), createNamespace(neighbor.api, 'secret')]);
  const { body } = await attacker.api.request<{ goldenSet: { id: string } }>(
    'POST',
    '/v1/namespaces/own/golden-sets',
    { name: 'questions' },
  );
  goldenSetId = body.data.goldenSet.id;
}, 240_000);
afterAll(() => attacked?.fleet.remove());

describe('files of questions', () => {
  const question = '{"question":"Where does the heron stand?","relevant":[{"quote":"at the pond"}]}';
  test.each([
    ['nine million empty lines', () => '\n'.repeat(9_000_000)],
    ['nine million empty lines before a question', () => `${'\n'.repeat(9_000_000)}${question}`],
    ['a line that is nested a million times', () => '['.repeat(1_000_000)],
    ['a line of a million fields', () => `{${'"a":0,'.repeat(1_000_000)}"b":0}`],
    ['a line without an end', () => `{"question":"${'a'.repeat(9_000_000)}`],
    ['a question with a prototype', () => question.replace('{', '{"__proto__":{"isAdmin":true},')],
    ['three thousand questions', () => `${question}\n`.repeat(3_000)],
  ])('%s are no fault of ours, and keep no neighbor waiting', async (_what, contentOf) => {
    const { attacker, neighbor } = attacked;
    const path = `/v1/namespaces/own/golden-sets/${goldenSetId}/questions/import`;
    const sent = timed(attacker.api.upload(path, {}, { name: 'questions.jsonl', content: contentOf() }));
    const near = await timed(neighbor.api.request('GET', '/v1/namespaces'));
    const { ms, status } = await sent;
    expect(near.status).toBe(200);
    expect(status).toBeLessThan(500);
    expect(near.ms).toBeLessThan(tooLongMs);
    expect(ms).toBeLessThan(tooLongMs);
  });
});

describe('connections', () => {
  const bucket = (endpoint: string) => ({
    namespaceId: 'own',
    connector: 'S3',
    name: 'mine',
    settings: {
      endpoint,
      region: 'eu-central-1',
      bucket: 'documents',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    },
  });

  test('a bucket says nothing of which ports of inner addresses are open', async () => {
    const { attacker, fleet } = attacked;
    const { port: open } = new URL(fleet.databaseUrl);
    for (const host of [
      '10.0.0.1',
      '127.0.0.2',
      '[::1]',
      '169.254.169.254',
      '0.0.0.0',
      '[::ffff:127.0.0.2]',
    ]) {
      const answers = [];
      for (const port of [open, '9']) {
        const { status, body } = await attacker.api.request(
          'POST',
          '/v1/connections',
          bucket(`http://${host}:${port}`),
        );
        expect(status).toBe(400);
        answers.push(body.message.replaceAll(`:${port}`, ''));
      }
      expect(answers[0]).toBe(answers[1]);
    }
  });

  test('the application and the connection of another organization are not tried', async () => {
    const { attacker, neighbor } = attacked;
    const check = (json: object) => attacker.api.request('POST', '/v1/connections/check', json);
    const missing = await check({ namespaceId: 'nothing', connector: 'BOX' });
    const foreign = await check({ namespaceId: 'secret', connector: 'BOX' });
    expect(foreign.status).toBe(404);
    expect(foreign.body.message.replace('secret', 'nothing')).toBe(missing.body.message);
    const own = await check({ namespaceId: 'own', connectionId: neighbor.organizationId });
    expect(own.status).toBe(404);
  });
});

describe('forms of OpenAI', () => {
  test('the namespace of another organization is no model and no vector store', async () => {
    const { attacker } = attacked;
    const ask = (model: string) =>
      sendRaw(attacked, '/v1/chat/completions', attacker, {
        method: 'POST',
        body: JSON.stringify({ model, messages: [{ role: 'user', content: 'What is secret?' }] }),
      });
    const [foreign, missing] = await Promise.all([ask('secret'), ask('nothing')]);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    const store = await sendRaw(attacked, '/v1/vector_stores/secret', attacker);
    expect(store.status).toBe(404);
  });

  test.each([
    ['parts', { messages: [{ role: 'user', content: Array(40_000).fill({ type: 'text', text: 'a' }) }] }],
    ['messages', { messages: Array(20_000).fill({ role: 'user', content: 'a' }) }],
  ])('a conversation of thousands of %s is refused at once', async (_what, body) => {
    const { ms, status } = await timed(
      sendRaw(attacked, '/v1/chat/completions', attacked.attacker, {
        method: 'POST',
        body: JSON.stringify({ model: 'own', ...body }),
      }),
    );
    expect([400, 413]).toContain(status);
    expect(ms).toBeLessThan(tooLongMs);
  });

  test('filters that are nested a thousand times are refused', async () => {
    const nested = `${'{"type":"and","filters":['.repeat(1_000)}${']}'.repeat(1_000)}`;
    const { status } = await sendRaw(attacked, '/v1/vector_stores/own/search', attacked.attacker, {
      method: 'POST',
      body: `{"query":"heron","filters":${nested}}`,
    });
    expect(status).toBe(400);
  });
});

test('the golden sets of a tenant are not those of another', async () => {
  const { attacker } = attacked;
  const path = '/v1/namespaces/own/golden-sets';
  const created = await attacker.api.request<{ goldenSet: { id: string } }>(
    'POST',
    path,
    { name: 'of a' },
    {
      'x-tenant-id': 'a',
    },
  );
  const foreign = await attacker.api.request('GET', `${path}/${created.body.data.goldenSet.id}`, undefined, {
    'x-tenant-id': 'b',
  });
  expect([created.status, foreign.status]).toEqual([201, 404]);
});

test('the console runs no text as a program, also for files that it shows', async () => {
  const { headers } = await fetch(`${attacked.fleet.url}/console`);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain('script-src');
  expect(policy).not.toMatch(/'unsafe-eval'|'unsafe-inline'|script-src[^;]*\*/);
  expect(policy).toMatch(/object-src 'none'|default-src 'none'/);
});

test('assistants read no namespace of another organization', async () => {
  const call = (namespaceId: string) =>
    sendRaw(attacked, '/mcp', attacked.attacker, {
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search', arguments: { namespaceId, query: 'secret' } },
      }),
    });
  const [foreign, missing] = await Promise.all(
    ['secret', 'nothing'].map(async (name) =>
      (await (await call(name)).text()).replaceAll(name, 'name').replace(/Request id[^"\\]*/, ''),
    ),
  );
  expect(foreign).toMatch(/name/);
  expect(foreign).toBe(missing);
});
