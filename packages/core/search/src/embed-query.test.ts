import type { ProviderConfig } from '@docfleet/domain/namespace';
import type { Embedder } from '@docfleet/embedding';
import type { Cache } from '@docfleet/redis/cache';
import { expect, test } from '@jest/globals';
import { queryVector } from './embed-query.ts';

function setUp() {
  const kept = new Map<string, Uint8Array>();
  const asked: string[] = [];
  const cache = {
    get: async (key: string) => kept.get(key),
    set: async (key: string, value: Uint8Array) => void kept.set(key, Buffer.from(value)),
  } satisfies Pick<Cache, 'get' | 'set'>;
  const embed: Embedder['embed'] = async ([text = '']) => {
    asked.push(text);
    return [Float32Array.of(0.6, 0.8)];
  };
  const ask = (config: ProviderConfig, text: string, organizationId = 'acme') =>
    queryVector(
      { embedder: { embed } as Embedder, cache },
      { organizationId, config, text },
      AbortSignal.timeout(5_000),
    );
  return { kept, asked, ask };
}
const openai = { provider: 'OPENAI', model: 'm', apiKey: 'sk-1' };

test('a query that was asked before is not embedded again, to the last bit', async () => {
  const { asked, ask } = setUp();
  const first = await ask(openai, 'q');
  expect(await ask(openai, 'q')).toEqual(first);
  expect(asked).toEqual(['q']);
});

test('another credential does not get the vectors of this one', async () => {
  const { asked, ask } = setUp();
  await ask(openai, 'q');
  await ask({ ...openai, apiKey: 'sk-2' }, 'q');
  expect(asked).toEqual(['q', 'q']);
});

test('another organization does not get the vectors of this one, also where the model needs no credential', async () => {
  const { asked, ask } = setUp();
  await ask({ provider: 'LOCAL' }, 'q');
  await ask({ provider: 'LOCAL' }, 'q', 'another');
  expect(asked).toEqual(['q', 'q']);
});

test('another text, model or address is another vector', async () => {
  const { asked, ask } = setUp();
  await ask(openai, 'q');
  await ask(openai, 'Q');
  await ask({ ...openai, model: 'n' }, 'q');
  await ask({ ...openai, baseUrl: 'http://localhost' }, 'q');
  expect(asked).toHaveLength(4);
});

test('a broken value in the cache is embedded again', async () => {
  const { kept, asked, ask } = setUp();
  await ask(openai, 'q');
  for (const key of kept.keys()) kept.set(key, Buffer.from('abc'));
  expect(await ask(openai, 'q')).toEqual(Float32Array.of(0.6, 0.8));
  expect(asked).toHaveLength(2);
});

test('no key, and no text of a query, is in the cache', async () => {
  const { kept, ask } = setUp();
  await ask(openai, 'private words');
  expect([...kept.keys()].join()).not.toMatch(/sk-1|private/);
});
