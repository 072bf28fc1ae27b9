import { afterAll, afterEach, expect, test } from '@jest/globals';
import { startOpenAiWorld } from './openai-world.fixture.ts';

const world = await startOpenAiWorld();
const { gateway, client, documentId } = world;
afterEach(() => {
  world.fault = undefined;
});
afterAll(() => world.close());

const input = 'How many days of paid leave are there a year?';
const text = 'Everyone has thirty days of paid leave a year. [1]';

test('a response has its citations as annotations, where the text mentions them', async () => {
  const response = await client.responses.create({ model: 'docs', input, instructions: 'Be a pirate.' });
  expect(response).toMatchObject({ status: 'completed', output_text: text, instructions: 'Be a pirate.' });
  const [message] = response.output;
  expect(message).toMatchObject({
    type: 'message',
    content: [
      {
        type: 'output_text',
        annotations: [
          { type: 'file_citation', file_id: documentId, filename: 'handbook', index: text.indexOf('[1]') },
        ],
      },
    ],
  });
  expect(response.usage?.total_tokens).toBeGreaterThan(0);
});

test('a conversation is understood, with contents in parts', async () => {
  const response = await client.responses.create({
    model: 'docs',
    input: [
      { role: 'developer', content: 'Be a pirate.' },
      { role: 'user', content: [{ type: 'input_text', text: input }] },
    ],
  });
  expect(response.output_text).toBe(text);
});

test('items that are no messages are left out: thoughts, calls and references', async () => {
  const { status, body } = await gateway.call('POST', '/v1/responses', {
    json: {
      model: 'docs',
      input: [
        { type: 'reasoning', id: 'rs_1', summary: null, content: null, encrypted_content: null },
        { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: [{ type: 'input_text', text: 'x' }] },
        { type: 'item_reference', id: 'msg_1' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] },
      ],
    },
  });
  expect([status, body.output?.[0]?.content[0].text]).toEqual([200, text]);
});

test('its stream has the events of that API, numbered, and the whole at the end', async () => {
  const stream = await client.responses.create({ model: 'docs', input, stream: true });
  const events = await Array.fromAsync(stream);
  expect([...new Set(events.map(({ type }) => type))]).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.annotation.added',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.completed',
  ]);
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, at) => at));
  const deltas = events.flatMap((event) => (event.type === 'response.output_text.delta' ? event.delta : []));
  expect(deltas.join('')).toBe(text);
  // The package adds up what it received.
  expect((await client.responses.stream({ model: 'docs', input }).finalResponse()).output_text).toBe(text);
});

test('a failure within the stream is its last event, numbered like the others and in the form of that API', async () => {
  world.fault = { kind: 'cut' };
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${gateway.keys.read}`,
  };
  const body = JSON.stringify({ model: 'docs', input, stream: true });
  const response = await fetch(`${gateway.url}/v1/responses`, { method: 'POST', headers, body });
  const events = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, data = '']) =>
    JSON.parse(data),
  );
  expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, at) => at));
  const { code, message, param, type } = events.at(-1)?.error ?? {};
  expect([code, param, type]).toEqual(['ANSWER_FAILED', null, 'server_error']);
  expect(events.at(-1)).toMatchObject({ type: 'error', code, message, param });
});

test('a failure within the stream is an error of the package', async () => {
  world.fault = { kind: 'cut' };
  const stream = await client.responses.create({ model: 'docs', input, stream: true });
  await expect(Array.fromAsync(stream)).rejects.toMatchObject({
    code: 'ANSWER_FAILED',
    type: 'server_error',
  });
});

test('the metadata of a request are those of its response', async () => {
  const metadata = { ticket: '4711' };
  expect((await client.responses.create({ model: 'docs', input, metadata })).metadata).toEqual(metadata);
});

test.each([
  [
    'tools.ranking_options.score_threshold',
    {
      tools: [{ type: 'file_search', vector_store_ids: ['docs'], ranking_options: { score_threshold: 0.5 } }],
    },
  ],
  ['previous_response_id', { previous_response_id: 'resp_1' }],
  ['conversation', { conversation: 'conv_1' }],
  ['background', { background: true }],
  ['top_logprobs', { top_logprobs: 2 }],
  ['include', { include: ['message.output_text.logprobs'] }],
  ['truncation', { truncation: 'left' }],
  ['text.format', { text: { format: { type: 'json_schema', name: 'a', schema: {} } } }],
  ['tools.vector_store_ids', { tools: [{ type: 'web_search' }, { type: 'file_search' }] }],
  ['tools', { tools: Array(2).fill({ type: 'file_search', vector_store_ids: ['docs'] }) }],
  ['tool_choice', { tool_choice: 'required' }],
  ['tool_choice', { tools: [{ type: 'web_search' }], tool_choice: 'required' }],
  ['tool_choice', { tool_choice: { type: 'function', name: 'a' } }],
])('%s that cannot be honored is refused by its name', async (param, fields) => {
  const json = { model: 'docs', input, ...fields };
  const { status, body } = await gateway.call('POST', '/v1/responses', { json });
  expect([status, body.error.param, body.error.type]).toEqual([400, param, 'invalid_request_error']);
});

test.each([
  { tools: [{ type: 'function', name: 'a', parameters: {} }] },
  { tools: [{ type: 'web_search', filters: { allowed_domains: ['example.com'] } }], tool_choice: 'auto' },
  {
    tools: [
      { type: 'web_search' },
      { type: 'file_search', vector_store_ids: ['docs'], max_num_results: null, ranking_options: null },
    ],
    tool_choice: { type: 'file_search' },
  },
])(
  'tools that a model may leave uncalled are taken, and none but file_search is called: %j',
  async (fields) => {
    const json = { model: 'docs', input, ...fields };
    const { status, body } = await gateway.call('POST', '/v1/responses', { json });
    const types = body.output.map(({ type }: { type: string }) => type);
    expect([status, types.filter((type: string) => type !== 'file_search_call')]).toEqual([200, ['message']]);
  },
);

test('documents are files, of all namespaces and of one', async () => {
  const files = await Array.fromAsync(client.files.list());
  expect(files).toMatchObject([
    { id: documentId, object: 'file', filename: 'handbook', status: 'processed' },
  ]);
  expect(await Array.fromAsync(client.files.list({ purpose: 'batch' }))).toEqual([]);
  expect(await client.files.retrieve(documentId)).toMatchObject({ id: documentId, purpose: 'assistants' });
  const own = await Array.fromAsync(client.vectorStores.files.list('docs', { filter: 'completed' }));
  expect(own).toMatchObject([{ id: documentId, vector_store_id: 'docs', attributes: { team: 'people' } }]);
  expect(await Array.fromAsync(client.vectorStores.files.list('docs', { filter: 'failed' }))).toEqual([]);
  expect(await Array.fromAsync(client.vectorStores.files.list('more'))).toEqual([]);
  const one = await client.vectorStores.files.retrieve(documentId, { vector_store_id: 'docs' });
  expect(one).toMatchObject({ id: documentId, status: 'completed', last_error: null });
  for (const path of ['/v1/files', '/v1/vector_stores', '/v1/vector_stores/docs/files']) {
    const { status, body } = await gateway.call('GET', `${path}?before=${documentId}`);
    expect([status, body.error.param]).toEqual([400, 'before']);
  }
  await expect(client.files.retrieve('file-1')).rejects.toMatchObject({ status: 404 });
});

test('the file of a document is read, or the text of one that has none', async () => {
  const content = await client.files.content(documentId);
  expect(await content.text()).toBe(
    'Everyone has thirty days of paid leave a year.\nUnused leave expires at the end of March.',
  );
  const form = new FormData();
  form.set('namespaceId', 'more');
  form.set('file', new Blob(['Übersicht der Räume']), 'Übersicht – Räume.txt');
  const sent = await gateway.call('POST', '/v1/ingest/file', { body: form });
  const { id } = sent.body.data.documents[0];
  const file = await client.files.content(id);
  expect(await file.text()).toBe('Übersicht der Räume');
  expect(file.headers.get('content-disposition')).toContain(encodeURIComponent('Übersicht – Räume.txt'));
  await expect(client.files.content('file-1')).rejects.toMatchObject({
    status: 404,
    type: 'invalid_request_error',
  });
});

test('files of several namespaces are listed page by page, each once', async () => {
  const before = await Array.fromAsync(client.files.list());
  const config = { name: 'other', text: 'Something else.' };
  for (const namespaceId of ['docs', 'more'])
    await gateway.call('POST', '/v1/ingest/text', {
      json: { namespaceId, ingestConfig: { source: 'TEXT', config } },
    });
  const all = (await Array.fromAsync(client.files.list())).map(({ id }) => id);
  expect(all).toHaveLength(before.length + 2);
  expect((await Array.fromAsync(client.files.list({ limit: 1 }))).map(({ id }) => id)).toEqual(all);
  expect((await Array.fromAsync(client.files.list({ limit: 2 }))).map(({ id }) => id)).toEqual(all);
});

const retrieval = (json: object, key?: string) =>
  gateway.call('POST', '/v1/retrieval', { json, ...(key !== undefined && { key }) });
const setting = { top_k: 1, score_threshold: 0.1 };

test('a knowledge base of Dify is searched', async () => {
  const { status, body } = await retrieval({
    knowledge_id: 'docs',
    query: 'paid leave',
    retrieval_setting: setting,
  });
  expect(status).toBe(200);
  expect(body.records).toMatchObject([
    {
      content: 'Everyone has thirty days of paid leave a year.',
      title: 'handbook',
      metadata: { team: 'people', document_id: documentId },
    },
  ]);
  expect(body.records[0].score).toBeGreaterThanOrEqual(0.1);
});

test.each([
  ['team', 'is', 'people', 1],
  ['team', 'is not', 'people', 0],
  ['team', 'in', ['people', 'legal'], 1],
  ['team', 'in', 'people, legal', 1],
  ['team', 'not in', 'people, legal', 0],
  ['year', 'before', 2027, 1],
  ['year', 'after', 2026, 0],
])('a condition of Dify is applied: %s %s %j', async (name, comparison_operator, value, found) => {
  const conditions = [{ name: [name], comparison_operator, value }];
  const { body } = await retrieval({
    knowledge_id: 'docs',
    query: 'paid leave',
    retrieval_setting: setting,
    metadata_condition: { logical_operator: 'and', conditions },
  });
  expect(body.records).toHaveLength(found);
});

test.each([
  ['a blank query', { query: ' \n' }],
  ['a query that is too long', { query: 'a'.repeat(8_001) }],
  [
    'a condition without a value',
    { metadata_condition: { conditions: [{ name: 'team', comparison_operator: 'is', value: null }] } },
  ],
  ['no namespace', { knowledge_id: '' }],
])('Dify is answered 400 with a message for %s', async (_what, wrong) => {
  const { status, body } = await retrieval({ knowledge_id: 'docs', query: 'leave', ...wrong });
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ error_code: 400, error_msg: expect.stringMatching(/./) }),
  ]);
});

test('what Dify leaves empty has its default', async () => {
  const { status, body } = await retrieval({
    knowledge_id: 'docs',
    query: 'paid leave',
    retrieval_setting: { top_k: null, score_threshold: null },
    metadata_condition: null,
  });
  expect([status, body.records.length]).toEqual([200, 2]);
});

test('Dify gets the numbers of its errors', async () => {
  const json = { knowledge_id: 'docs', query: 'leave', retrieval_setting: setting };
  const wrong = await retrieval(json, 'df_live_wrong');
  expect([wrong.status, wrong.body.error_code]).toEqual([403, 1002]);
  const headers = { 'content-type': 'application/json', authorization: 'Basic abc' };
  const basic = await fetch(`${gateway.url}/v1/retrieval`, { method: 'POST', headers, body: '{}' });
  expect([basic.status, await basic.json()]).toMatchObject([403, { error_code: 1001 }]);
  const unknown = await retrieval({ ...json, knowledge_id: 'nowhere' });
  expect([unknown.status, unknown.body.error_code]).toEqual([404, 2001]);
  const conditions = [{ name: 'team', comparison_operator: 'start with', value: 'peo' }];
  const operator = await retrieval({ ...json, metadata_condition: { conditions } });
  expect([operator.status, operator.body.error_msg]).toEqual([400, expect.stringMatching(/operators is, =/)]);
  // An address is checked without a body, and 404 would mean that it is wrong.
  const { url, keys } = gateway;
  const check = await fetch(`${url}/v1/retrieval`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.read}` },
  });
  expect([404, 403, 502]).not.toContain(check.status);
});
