import { afterEach, expect, test } from '@jest/globals';
import { startCohereEmulator } from './cohere.ts';
import type { EmbeddingEmulator } from './embedding-emulator.ts';
import { startJinaEmulator } from './jina.ts';
import { startOpenAiEmulator } from './openai.ts';

let emulator: EmbeddingEmulator | undefined;
afterEach(() => emulator?.close());

const words = (count: number, text = 'word') => Array.from({ length: count }, () => text);

async function ask(started: EmbeddingEmulator, path: string, body: object, key = started.apiKey) {
  emulator = started;
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(started.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.text() };
}

const callOpenAi = async (input: unknown, more: object = {}) =>
  ask(await startOpenAiEmulator(), '/v1/embeddings', { model: 'text-embedding-3-small', input, ...more });
const callCohere = async (texts: unknown, more: object = {}) =>
  ask(await startCohereEmulator(), '/v2/embed', {
    model: 'embed-english-v3.0',
    input_type: 'search_query',
    texts,
    ...more,
  });
const callJina = async (input: unknown, more: object = {}) =>
  ask(await startJinaEmulator(), '/v1/embeddings', {
    model: 'jina-embeddings-v3',
    task: 'retrieval.query',
    input,
    ...more,
  });

test.each([
  ['OpenAI', () => callOpenAi(words(2_048))],
  ['Cohere', () => callCohere(words(96))],
  ['Jina', () => callJina(words(512))],
])('%s answers a full batch', async (_, request) => {
  expect(await request()).toMatchObject({ status: 200 });
});

test.each([
  ['OpenAI', () => callOpenAi(words(2_049)), 400, 'maximum length 2048'],
  ['OpenAI', () => callOpenAi(words(8, 'x'.repeat(40_000))), 200, 'embedding'],
  ['OpenAI', () => callOpenAi(words(38, 'x'.repeat(40_000))), 400, 'max 300000 tokens per request'],
  ['OpenAI', () => callOpenAi(words(1, 'x'.repeat(41_000))), 400, 'maximum context length'],
  ['OpenAI', () => callOpenAi(['']), 400, 'is invalid'],
  ['OpenAI', () => callOpenAi('word', { model: 'gpt' }), 404, 'model_not_found'],
  ['Cohere', () => callCohere(words(97)), 400, 'at most 96 - received 97'],
  ['Cohere', () => callCohere(words(1), { input_type: undefined }), 400, 'valid input_type'],
  ['Cohere', () => callCohere(words(1), { model: 'embed-english-v2.0' }), 404, 'not found'],
  ['Jina', () => callJina(words(513)), 400, 'at most 512 items'],
  ['Jina', () => callJina(words(1, 'x'.repeat(41_000))), 400, 'cannot exceed 8192 tokens'],
  ['Jina', () => callJina(words(1, 'x'.repeat(41_000)), { truncate: true }), 200, 'embedding'],
])('%s judges requests like the vendor (%#)', async (_, request, status, said) => {
  const answer = await request();
  expect(answer.status).toBe(status);
  expect(answer.body).toContain(said);
});

test('a wrong key is refused, and shown masked', async () => {
  const started = await startOpenAiEmulator();
  const answer = await ask(started, '/v1/embeddings', {}, 'sk-wrong-key-1234');
  expect(answer).toMatchObject({ status: 401, body: expect.stringContaining('sk-********1234') });
});

test('an emulator counts what it served', async () => {
  const started = await startOpenAiEmulator({ countTokens: () => 7 });
  await ask(started, '/v1/embeddings', { model: 'text-embedding-3-small', input: ['a', 'b'] });
  expect(started.served).toEqual({ requests: 1, inputs: 2, tokens: 14 });
});
