import { createEgress } from '@docfleet/egress';
import { type EmbeddingEmulator, type EmbeddingEmulatorOptions, startJinaEmulator } from '@docfleet/testing';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { describeEmbeddingProvider } from '../../../test/conformance.ts';
import { jina } from './index.ts';

const signal = new AbortController().signal;
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
afterAll(() => egress.close());

let emulator: EmbeddingEmulator | undefined;
afterEach(() => emulator?.close());

async function open(options?: EmbeddingEmulatorOptions) {
  const started = await startJinaEmulator(options);
  emulator = started;
  const stored = { provider: 'JINA', model: 'jina-embeddings-v3', apiKey: started.apiKey };
  const endpoints = { jina: `${started.url}/v1` };
  return { embedder: jina.open(stored, { egress, endpoints }), emulator: started };
}

describeEmbeddingProvider({
  provider: jina,
  config: { provider: 'JINA', model: 'jina-embeddings-v3' },
  vendor: { start: startJinaEmulator, endpoints: (url) => ({ jina: `${url}/v1` }) },
});

describe('Jina', () => {
  test.each([
    ['document', 'retrieval.passage'],
    ['query', 'retrieval.query'],
  ] as const)('receives the purpose of a text: %s', async (purpose, task) => {
    const { embedder, emulator } = await open();
    await embedder.embed(['first', 'second'], purpose, signal);
    expect(emulator.requests[0]?.json).toEqual({
      model: 'jina-embeddings-v3',
      input: ['first', 'second'],
      task,
      dimensions: 1_024,
      embedding_type: 'float',
      truncate: true,
    });
  });

  test('an account without balance is for its owner to resolve', async () => {
    const body = { code: 'AUTHZ_INSUFFICIENT_BALANCE', detail: 'Insufficient account balance' };
    const { embedder } = await open({ fault: () => ({ kind: 'status', status: 403, body }) });
    await expect(embedder.embed(['text'], 'document', signal)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      message: expect.stringContaining('no credit or quota left'),
      details: { reason: 'Insufficient account balance' },
    });
  });
});
