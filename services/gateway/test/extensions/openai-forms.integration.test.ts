import { afterAll, afterEach, expect, test } from '@jest/globals';
import OpenAI from 'openai';
import { startOpenAiWorld } from './openai-world.fixture.ts';

const world = await startOpenAiWorld();
const { gateway, client, documentId } = world;
afterEach(() => {
  world.fault = undefined;
});
afterAll(() => world.close());

const messages = [
  { role: 'system' as const, content: 'You are a pirate.' },
  { role: 'user' as const, content: 'How many days of paid leave are there a year?' },
];

test('the npm package openai gets an answer with its sources', async () => {
  const completion = await client.chat.completions.create({ model: 'docs', messages, temperature: 0.2 });
  expect(completion.choices).toMatchObject([
    {
      finish_reason: 'stop',
      message: {
        role: 'assistant',
        content:
          'Everyone has thirty days of paid leave a year. [1]\n\n[1] handbook: “Everyone has thirty days of paid leave a year”',
      },
    },
  ]);
  expect(completion.usage?.total_tokens).toBeGreaterThan(0);
});

test('it streams, and counts tokens where that is asked for', async () => {
  const stream = await client.chat.completions.create({
    model: 'docs',
    messages,
    stream: true,
    stream_options: { include_usage: true },
  });
  const chunks = await Array.fromAsync(stream);
  const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('');
  expect(text).toMatch(/^Everyone has thirty days of paid leave a year\. \[1\]\n\n\[1\] handbook/);
  expect(chunks.at(-1)?.usage?.prompt_tokens).toBeGreaterThan(0);
  expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual(['stop']);
});

test('contents in parts and earlier turns are understood', async () => {
  const parts = [{ type: 'text' as const, text: 'How many days of paid leave are there a year?' }];
  const completion = await client.chat.completions.create({
    model: 'docs',
    messages: [{ role: 'user', content: parts }],
  });
  expect(completion.choices[0]?.message.content).toMatch(/thirty/);
});

test('what is not there is a plain sentence', async () => {
  const completion = await client.chat.completions.create({
    model: 'docs',
    messages: [{ role: 'user', content: 'Who won the chess championship in Reykjavik?' }],
  });
  expect(completion.choices[0]?.message.content).toBe('Not found in the documents.');
});

test('errors have a status and a code that the package understands, also within a stream', async () => {
  await expect(client.chat.completions.create({ model: 'nowhere', messages })).rejects.toMatchObject({
    status: 404,
    code: 'NAMESPACE_NOT_FOUND',
  });
  const stranger = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'sk-wrong', maxRetries: 0 });
  await expect(stranger.models.list()).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
  world.fault = { kind: 'cut' };
  const stream = await client.chat.completions.create({ model: 'docs', messages, stream: true });
  await expect(Array.fromAsync(stream)).rejects.toMatchObject({ code: 'ANSWER_FAILED' });
});

test('errors have the type and the parameter of that API', async () => {
  await expect(client.models.retrieve('nowhere')).rejects.toMatchObject({
    status: 404,
    type: 'invalid_request_error',
    code: 'NAMESPACE_NOT_FOUND',
  });
  await expect(
    client.chat.completions.create({ model: 'docs', messages: [{ role: 'system', content: 'Hello' }] }),
  ).rejects.toMatchObject({ status: 400, type: 'invalid_request_error', param: 'messages' });
  const stranger = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'sk-wrong', maxRetries: 0 });
  await expect(stranger.models.list()).rejects.toMatchObject({ type: 'authentication_error' });
});

test.each([
  ['response_format', { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: {} } } }],
  ['response_format', { response_format: { type: 'json_object' } }],
  ['tool_choice', { tool_choice: 'required' }],
  ['tool_choice', { tool_choice: { type: 'function', function: { name: 'a' } } }],
  ['function_call', { function_call: { name: 'a' } }],
  ['n', { n: 2 }],
  ['modalities', { modalities: ['text', 'audio'] }],
])('%s that cannot be honored is refused by its name', async (param, fields) => {
  const json = { model: 'docs', messages, ...fields };
  const { status, body } = await gateway.call('POST', '/v1/chat/completions', { json });
  expect([status, body.error.param]).toEqual([400, param]);
});

test.each([
  { n: 1, tools: [], tool_choice: 'auto', response_format: { type: 'text' }, logprobs: false },
  { tools: [{ type: 'function', function: { name: 'a' } }], tool_choice: 'none' },
  // Open WebUI offers its own tools with every question, and a model may always call none.
  { tools: [{ type: 'function', function: { name: 'a' } }], tool_choice: 'auto' },
  { tools: [{ type: 'function', function: { name: 'a' } }] },
  { functions: [{ name: 'a' }], function_call: 'auto' },
])('what clients send by default is accepted: %j', async (fields) => {
  const json = { model: 'docs', messages, ...fields };
  expect((await gateway.call('POST', '/v1/chat/completions', { json })).status).toBe(200);
});

test('of a text above 4,000 characters the end is the question', async () => {
  const long = `${'The weather was fine. '.repeat(300)}\nHow many days of paid leave are there a year?`;
  const completion = await client.chat.completions.create({
    model: 'docs',
    messages: [{ role: 'user', content: long }],
  });
  expect(completion.choices[0]?.message.role).toBe('assistant');
});

test('the prompt for the title of a conversation gets a title, and asks no model', async () => {
  const before = world.emulator.requests.length;
  const content =
    '### Task:\nGenerate a concise title summarizing the chat history.\n### Output:\nJSON format: { "title": "…" }\n### Chat History:\n<chat_history>\nUSER: When does leave expire?\n</chat_history>';
  const completion = await client.chat.completions.create({
    model: 'docs',
    messages: [{ role: 'user', content }],
  });
  expect(JSON.parse(completion.choices[0]?.message.content ?? '')).toEqual({
    title: 'When does leave expire',
  });
  expect(world.emulator.requests).toHaveLength(before);
});

test('namespaces are models and vector stores', async () => {
  expect((await Array.fromAsync(client.models.list())).map(({ id }) => id)).toEqual(['docs', 'more']);
  expect(await client.models.retrieve('docs')).toMatchObject({ id: 'docs', object: 'model' });
  const stores = await Array.fromAsync(client.vectorStores.list({ limit: 1 }));
  expect(stores).toMatchObject([
    { id: 'docs', file_counts: { completed: 1, total: 1 }, status: 'completed' },
    { id: 'more', file_counts: { total: 0 } },
  ]);
  expect(await client.vectorStores.retrieve('docs')).toMatchObject({ id: 'docs', object: 'vector_store' });
  await expect(client.vectorStores.retrieve('nowhere')).rejects.toMatchObject({ status: 404 });
});

// As LiteLLM sends them.
test('a search takes fields that are null for unset', async () => {
  const json = { query: 'leave', max_num_results: null, filters: null, ranking_options: null };
  const { status, body } = await gateway.call('POST', '/v1/vector_stores/docs/search', { json });
  expect([status, body.data[0].file_id]).toEqual([200, documentId]);
});

test.each([
  { query: ' ' },
  { query: [' ', '\n'] },
  { query: 'leave', filters: { type: 'eq', key: '__proto__', value: 'none' } },
  { query: 'leave', filters: { type: 'or', filters: [{ type: 'ne', key: '__proto__', value: 'none' }] } },
])('a search for %j is refused', async (body) => {
  const response = await gateway.call('POST', '/v1/vector_stores/docs/search', { json: body });
  expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
});

test('several queries are searched for as one, wherever it is cut', async () => {
  for (const query of [
    [' '.repeat(8_000), 'paid leave'],
    ['a', '😀'.repeat(4_000)],
  ]) {
    const response = await gateway.call('POST', '/v1/vector_stores/docs/search', { json: { query } });
    expect(response.status).toBe(200);
  }
});

test('a vector store is searched, with filters', async () => {
  const find = async (filters?: OpenAI.VectorStores.VectorStoreSearchParams['filters']) =>
    (await client.vectorStores.search('docs', { query: 'paid leave', ...(filters && { filters }) })).data;
  expect((await find())[0]).toMatchObject({
    file_id: documentId,
    filename: 'handbook',
    attributes: { team: 'people', year: 2026 },
    content: [{ type: 'text', text: 'Everyone has thirty days of paid leave a year.' }],
  });
  const team = { type: 'eq', key: 'team', value: 'people' } as const;
  expect(await find(team)).not.toHaveLength(0);
  expect(await find({ type: 'and', filters: [team, { type: 'gt', key: 'year', value: 2026 }] })).toHaveLength(
    0,
  );
  expect(
    await find({ type: 'or', filters: [team, { type: 'gt', key: 'year', value: 2026 }] }),
  ).not.toHaveLength(0);
});

test('a vector store is searched at the weights that suit its model, as by a search that names none', async () => {
  const query = 'When does paid leave end?';
  const { data } = await client.vectorStores.search('docs', { query });
  const json = { namespaceId: 'docs', query };
  const { results } = (await gateway.call('POST', '/v1/search', { json })).body.data;
  expect(data.map(({ score }) => score)).toEqual(results.map(({ score }: { score: number }) => score));
});

test('the npm package openai gets vectors of the model of a namespace, as bytes and as numbers', async () => {
  const input = ['How many days of leave?', 'Unused leave expires.'];
  // Without a format the package requests base64, and decodes it.
  const decoded = await client.embeddings.create({ model: 'docs', input });
  const plain = await client.embeddings.create({ model: 'docs', input, encoding_format: 'float' });
  expect(decoded.data.map(({ index }) => index)).toEqual([0, 1]);
  expect(decoded.data.map(({ embedding }) => embedding.map(Math.fround))).toEqual(
    plain.data.map(({ embedding }) => embedding.map(Math.fround)),
  );
  const [first = []] = plain.data.map(({ embedding }) => embedding);
  expect(Math.hypot(...first)).toBeCloseTo(1, 4);
  expect(decoded).toMatchObject({ model: 'docs', usage: { prompt_tokens: 10, total_tokens: 10 } });
  const sized = await client.embeddings.create({ model: 'docs', input: 'leave', dimensions: first.length });
  expect(sized.data).toHaveLength(1);
});

test('more texts than the model takes at once are embedded in their order', async () => {
  const input = Array.from({ length: 300 }, (_, at) => `Text number ${at}.`);
  const { data } = await client.embeddings.create({ model: 'docs', input });
  const { data: last } = await client.embeddings.create({ model: 'docs', input: 'Text number 299.' });
  expect(data).toHaveLength(300);
  const cosine = (data[299]?.embedding ?? []).reduce(
    (sum, value, at) => sum + value * (last[0]?.embedding[at] ?? 0),
    0,
  );
  expect(cosine).toBeCloseTo(1, 3);
});

test.each([
  ['dimensions', { input: 'x', dimensions: 7 }],
  ['encoding_format', { input: 'x', encoding_format: 'md5' }],
  ['input', { input: [[15339, 1917]] }],
  ['input', { input: [] }],
  ['input', { input: ' ' }],
  ['input.1', { input: ['x', ''] }],
  ['input', { input: 'word '.repeat(20_000) }],
])('texts are not embedded with a wrong %s, which is named: %#', async (param, fields) => {
  const { status, body } = await gateway.call('POST', '/v1/embeddings', {
    json: { model: 'docs', ...fields },
  });
  expect([status, body.error.type]).toEqual([400, 'invalid_request_error']);
  expect(body.error.param).toBe(param);
});

// https://github.com/langchain-ai/langchain/pull/35252
test('ids of tokens are refused with the setting of the client that sends them', async () => {
  const json = { model: 'docs', input: [[15339, 1917]] };
  const { body } = await gateway.call('POST', '/v1/embeddings', { json });
  expect(body.error.message).toContain('check_embedding_ctx_length');
});

test('the text of a file of a vector store is read', async () => {
  const { data } = await client.vectorStores.files.content(documentId, { vector_store_id: 'docs' });
  expect(data).toEqual([{ type: 'text', text: expect.stringContaining('thirty days of paid leave') }]);
  await expect(
    client.vectorStores.files.content(documentId, { vector_store_id: 'more' }),
  ).rejects.toMatchObject({ status: 404 });
});

test.each([
  ['POST', '/v1/completions', 'POST /v1/chat/completions'],
  ['POST', '/v1/vector_stores', 'POST /v1/namespaces creates'],
  ['DELETE', '/v1/vector_stores/docs', 'DELETE /v1/namespaces/{namespaceId}'],
  ['POST', '/v1/vector_stores/docs/files', 'POST /v1/ingest/file'],
  ['POST', '/v1/vector_stores/docs/file_batches', 'POST /v1/ingest/file'],
  ['POST', '/v1/files', 'POST /v1/ingest/file'],
] as const)('%s %s is refused with what does the same here', async (method, path, named) => {
  const { status, body } = await gateway.call(method, path, { json: {} });
  expect([404, 405]).toContain(status);
  expect(body.error.message).toContain(named);
});

test('what clients include of items that no answer has is taken, and how long conversations are cut is returned', async () => {
  const include = ['reasoning.encrypted_content', 'web_search_call.action.sources'];
  const json = {
    model: 'docs',
    input: 'How many days of paid leave are there a year?',
    include,
    truncation: 'auto',
  };
  const { status, body } = await gateway.call('POST', '/v1/responses', { json });
  expect([status, body.truncation]).toEqual([200, 'auto']);
});

test('a client that asks for a stored response or completion learns that none is', async () => {
  const said = expect.stringMatching(/^404 .*(?:Responses|Completions) are not stored: POST \/v1\//);
  const refusal = { status: 404, type: 'invalid_request_error', message: said };
  await expect(client.responses.retrieve('resp_1')).rejects.toMatchObject(refusal);
  await expect(client.responses.delete('resp_1')).rejects.toMatchObject(refusal);
  await expect(client.responses.cancel('resp_1')).rejects.toMatchObject(refusal);
  await expect(client.responses.inputItems.list('resp_1')).rejects.toMatchObject(refusal);
  await expect(client.chat.completions.retrieve('chatcmpl_1')).rejects.toMatchObject(refusal);
});
