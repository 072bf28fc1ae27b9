import { createEgress } from '@docfleet/egress';
import { chatEmulatorKey, startChatEmulator } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { describeChatModel } from '../test/conformance.ts';
import { chatModelConfig, checkChatModel, openChatModel } from './index.ts';
import { cohere } from './providers/cohere.ts';
import { openai } from './providers/openai.ts';

describeChatModel('OPENAI', {
  provider: openai,
  vendor: 'OPENAI',
  config: () => ({ provider: 'OPENAI', model: 'gpt-4.1-mini' }),
  endpoints: (url) => ({ openai: `${url}/v1` }),
});
describeChatModel('A server that is compatible with OPENAI', {
  provider: openai,
  vendor: 'OPENAI',
  config: (url) => ({ provider: 'OPENAI', model: 'llama3.2', baseUrl: `${url}/v1` }),
});
describeChatModel('COHERE', {
  provider: cohere,
  vendor: 'COHERE',
  config: () => ({ provider: 'COHERE', model: 'command-a-03-2025' }),
  endpoints: (url) => ({ cohere: url }),
});

const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
const alive = AbortSignal.timeout(60_000);

test('a configuration is checked with a word', async () => {
  const emulator = await startChatEmulator('OPENAI');
  const config = { provider: 'OPENAI', model: 'm', apiKey: chatEmulatorKey, baseUrl: `${emulator.url}/v1` };
  await checkChatModel(openChatModel(config, { egress }), alive);
  const wrong = openChatModel({ ...config, apiKey: 'wrong' }, { egress });
  await expect(checkChatModel(wrong, alive)).rejects.toMatchObject({ code: 'PROVIDER_REJECTED' });
  await emulator.close();
});

test('OpenAI’s models get the limit of tokens by its new name, compatible servers by the one that all know', async () => {
  const emulator = await startChatEmulator('OPENAI');
  const ask = (config: object, endpoints?: { openai: string }) =>
    Array.fromAsync(
      openChatModel(
        { provider: 'OPENAI', apiKey: chatEmulatorKey, ...config },
        { egress, ...(endpoints && { endpoints }) },
      ).complete({ messages: [{ role: 'user', content: 'a' }], maxTokens: 7 }, alive),
    );
  await ask({ model: 'm', baseUrl: `${emulator.url}/v1` });
  await ask({ model: 'o4-mini' }, { openai: `${emulator.url}/v1` });
  const [compatible, own] = emulator.requests.map(({ json }) => json as Record<string, unknown>);
  expect(compatible).toMatchObject({ max_tokens: 7, temperature: 0 });
  expect(compatible).not.toHaveProperty('max_completion_tokens');
  expect(own).toMatchObject({ max_completion_tokens: 7 });
  expect(own).not.toHaveProperty('temperature');
  await emulator.close();
});

test.each([
  ['<think>Is it 30? It is 40.</think>\n\nIt is 30.', 'It is 30.'],
  [' <think>\n</think>30 < 40', '30 < 40'],
  ['<th> is a tag.', '<th> is a tag.'],
  ['<thinking>Is it 40? No.</thinking> It is 30.', 'It is 30.'],
  ['<thought>Is it 40?</thought>It is 30.', 'It is 30.'],
  ['<then it is 30', '<then it is 30'],
  ['<think>never ends', ''],
  ['<think>a < b </thin </think>30', '30'],
  [`<think>${'hm '.repeat(20)}</think>30`, '30'],
])('what a model thinks aloud is not its answer: %j', async (written, answer) => {
  const emulator = await startChatEmulator('OPENAI', { respond: () => written });
  const config = { provider: 'OPENAI', model: 'm', apiKey: chatEmulatorKey, baseUrl: `${emulator.url}/v1` };
  const messages = [{ role: 'user' as const, content: 'a' }];
  const parts = await Array.fromAsync(
    openChatModel(config, { egress }).complete({ messages, maxTokens: 99 }, alive),
  );
  expect(parts.map((part) => (part.type === 'text' ? part.text : '')).join('')).toBe(answer);
  expect(parts.at(-1)).toMatchObject({ type: 'end', reason: 'stop' });
  await emulator.close();
});

test.each(['OPENAI', 'COHERE'])('%s wants a key and a model', (provider) => {
  expect(chatModelConfig.safeParse({ provider, model: 'm' }).success).toBe(false);
  expect(chatModelConfig.safeParse({ provider, apiKey: 'k' }).success).toBe(false);
});
