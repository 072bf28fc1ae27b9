import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterAll, expect, test } from '@jest/globals';
import { startOpenAiWorld } from './openai-world.fixture.ts';

const world = await startOpenAiWorld();
const { gateway, documentId } = world;
afterAll(() => world.close());

const connection = { baseURL: `${gateway.url}/v1`, apiKey: gateway.keys.read };
const openai = createOpenAI(connection);
const compatible = createOpenAICompatible({ ...connection, name: 'docfleet', includeUsage: true });
const question = 'How many days of paid leave are there a year?';
const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: question }] }];
const sentence = 'Everyone has thirty days of paid leave a year. [1]';
const listed = `${sentence}\n\n[1] handbook: “Everyone has thirty days of paid leave a year”`;
const source = { type: 'source', sourceType: 'document', filename: 'handbook' };

/** The models of the AI SDK, each with the text that it reads. */
const models = [
  ['responses', openai('docs'), sentence],
  ['chat completions', openai.chat('docs'), listed],
  ['a compatible server', compatible('docs'), listed],
] as const;

test.each(models)('the AI SDK reads an answer by %s, and counts its tokens', async (_form, model, text) => {
  const { content, finishReason, usage } = await model.doGenerate({ prompt });
  const written = content.flatMap((part) => (part.type === 'text' ? part.text : []));
  expect([written.join(''), finishReason.unified]).toEqual([text, 'stop']);
  expect(usage.inputTokens.total).toBeGreaterThan(0);
});

test.each(models)('the AI SDK reads a stream by %s', async (_form, model, text) => {
  const { stream } = await model.doStream({ prompt });
  const parts = await Array.fromAsync(stream);
  const written = parts.flatMap((part) => (part.type === 'text-delta' ? part.delta : []));
  expect(written.join('')).toBe(text);
  expect(parts.filter(({ type }) => type === 'error')).toEqual([]);
  expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'stop' } });
});

test('citations are sources of the AI SDK, with the id of the document', async () => {
  const providerMetadata = { openai: { fileId: documentId } };
  const { content } = await openai('docs').doGenerate({ prompt });
  expect(content).toContainEqual(
    expect.objectContaining({
      ...source,
      providerMetadata: expect.objectContaining({ openai: expect.objectContaining(providerMetadata.openai) }),
    }),
  );
});

test('a conversation whose answers the AI SDK names by reference is answered', async () => {
  const { content } = await openai('docs').doGenerate({ prompt });
  const [{ providerMetadata } = {}] = content.filter(({ type }) => type === 'text');
  const turn = {
    type: 'text' as const,
    text: sentence,
    ...(providerMetadata && { providerOptions: providerMetadata }),
  };
  const turns = [...prompt, { role: 'assistant' as const, content: [turn] }, ...prompt];
  const { request, content: next } = await openai('docs').doGenerate({ prompt: turns });
  expect(JSON.stringify(request?.body)).toContain('item_reference');
  expect(next.some(({ type }) => type === 'text')).toBe(true);
});

test.each(models)('a refusal by %s has its status and sentence', async (_form, model, _text) => {
  const schema = { type: 'object' as const, properties: {} };
  const responseFormat = { type: 'json' as const, schema, name: 'a' };
  await expect(model.doGenerate({ prompt, responseFormat })).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('must be of type text'),
  });
});

test.each([
  ['openai', openai.embedding('docs')],
  ['a compatible server', compatible.embeddingModel('docs')],
])('the AI SDK reads vectors by %s', async (_form, model) => {
  const { embeddings, usage } = await model.doEmbed({ values: ['leave', 'stew'] });
  expect(embeddings.map((vector) => Math.round(Math.hypot(...vector)))).toEqual([1, 1]);
  expect(usage?.tokens).toBeGreaterThan(0);
});
