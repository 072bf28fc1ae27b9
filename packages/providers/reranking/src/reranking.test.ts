import { createEgress } from '@docfleet/egress';
import { rerankEmulatorKey, startRerankEmulator } from '@docfleet/testing';
import { afterAll, describe, expect, test } from '@jest/globals';
import { describeReranker } from '../test/conformance.ts';
import { openReranker } from './index.ts';
import { cohere } from './providers/cohere.ts';
import { compatible } from './providers/compatible.ts';
import { jina } from './providers/jina.ts';
import { voyage } from './providers/voyage.ts';
import { rerankConfig } from './registry.ts';

describeReranker('COHERE', {
  provider: cohere,
  vendor: 'COHERE',
  config: () => ({ provider: 'COHERE' }),
  endpoints: (url) => ({ cohere: url }),
});
describeReranker('JINA', {
  provider: jina,
  vendor: 'JINA',
  config: () => ({ provider: 'JINA' }),
  endpoints: (url) => ({ jina: `${url}/v1` }),
});
describeReranker('VOYAGE', {
  provider: voyage,
  vendor: 'VOYAGE',
  config: () => ({ provider: 'VOYAGE' }),
  endpoints: (url) => ({ voyage: `${url}/v1` }),
});
describeReranker('COMPATIBLE', {
  provider: compatible,
  vendor: 'TEI',
  config: (url) => ({ provider: 'COMPATIBLE', model: 'm', baseUrl: `${url}/` }),
});

describe('LOCAL as a reranker', () => {
  const egress = createEgress({ allowCidrs: [] });
  afterAll(() => egress.close());
  const reranker = openReranker({ provider: 'LOCAL' }, { egress });
  const alive = AbortSignal.timeout(60_000);

  test('returns one relevance per text, in the order of the texts, the higher the nearer', async () => {
    const texts = ['Batteries last a year.', 'Employees have thirty days of leave.', ''];
    const [battery = 1, leave = 0, empty] = await reranker.rerank(
      'How much vacation do I get?',
      texts,
      alive,
    );
    expect(leave).toBeGreaterThan(battery);
    expect(empty).toBe(0);
  });

  test('a text is as near whatever else is compared with it', async () => {
    const query = 'How much vacation do I get?';
    const leave = 'Employees have thirty days of leave.';
    const [alone] = await reranker.rerank(query, [leave], alive);
    const beside = await reranker.rerank(query, ['Batteries. '.repeat(200), leave, leave], alive);
    for (const relevance of beside.slice(1)) expect(relevance).toBeCloseTo(alone ?? 0, 4);
  });

  test('does not compare once it is aborted, and goes on with what comes next', async () => {
    const texts = Array.from({ length: reranker.maxTexts }, (_, index) => `${index} words `.repeat(200));
    const abort = new AbortController();
    const late = reranker.rerank('words', texts, abort.signal);
    abort.abort('too late');
    await expect(late).rejects.toBe('too late');
    await expect(reranker.rerank('words', [], alive)).resolves.toEqual([]);
    await expect(reranker.rerank('words', ['words'], alive)).resolves.toHaveLength(1);
  });
});

test.each(['COHERE', 'JINA', 'VOYAGE', 'COMPATIBLE'])('%s wants a key', (provider) => {
  expect(rerankConfig.safeParse({ provider, model: 'm', baseUrl: 'http://localhost' }).success).toBe(false);
});

test('an address inside the network is not asked', async () => {
  const emulator = await startRerankEmulator('TEI');
  const egress = createEgress({ allowCidrs: [] });
  const config = { provider: 'COMPATIBLE', model: 'm', apiKey: rerankEmulatorKey, baseUrl: emulator.url };
  const reranker = openReranker(config, { egress });
  await expect(reranker.rerank('a', ['a'], AbortSignal.timeout(10_000))).rejects.toMatchObject({
    code: 'PROVIDER_REJECTED',
    details: { setting: 'rerankConfig.baseUrl' },
  });
  expect(emulator.requests).toHaveLength(0);
  await egress.close();
  await emulator.close();
});
