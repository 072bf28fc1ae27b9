import { createEgress } from '@docfleet/egress';
import { rerankEmulatorKey, startRerankEmulator } from '@docfleet/testing';
import { expect, test } from '@jest/globals';
import { describeReranker } from '../test/conformance.ts';
import { openReranker } from './index.ts';
import { providers, rerankConfig } from './registry.ts';

describeReranker('COHERE', {
  provider: providers.COHERE,
  vendor: 'COHERE',
  config: () => ({ provider: 'COHERE' }),
  endpoints: (url) => ({ cohere: url }),
});
describeReranker('JINA', {
  provider: providers.JINA,
  vendor: 'JINA',
  config: () => ({ provider: 'JINA' }),
  endpoints: (url) => ({ jina: `${url}/v1` }),
});
describeReranker('VOYAGE', {
  provider: providers.VOYAGE,
  vendor: 'VOYAGE',
  config: () => ({ provider: 'VOYAGE' }),
  endpoints: (url) => ({ voyage: `${url}/v1` }),
});
describeReranker('COMPATIBLE', {
  provider: providers.COMPATIBLE,
  vendor: 'TEI',
  config: (url) => ({ provider: 'COMPATIBLE', model: 'm', baseUrl: `${url}/` }),
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
