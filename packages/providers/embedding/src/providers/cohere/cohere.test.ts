import { createEgress } from '@docfleet/egress';
import {
  type EmbeddingEmulator,
  type EmbeddingEmulatorOptions,
  startCohereEmulator,
} from '@docfleet/testing';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { describeEmbeddingProvider } from '../../../test/conformance.ts';
import { cohere, cohereModels } from './index.ts';

const signal = new AbortController().signal;
const egress = createEgress({ allowCidrs: ['127.0.0.0/8'] });
afterAll(() => egress.close());

let emulator: EmbeddingEmulator | undefined;
afterEach(() => emulator?.close());

async function open(model: string, options?: EmbeddingEmulatorOptions) {
  const started = await startCohereEmulator(options);
  emulator = started;
  const stored = { provider: 'COHERE', model, apiKey: started.apiKey };
  return { embedder: cohere.open(stored, { egress, endpoints: { cohere: started.url } }), emulator: started };
}

describeEmbeddingProvider({
  provider: cohere,
  config: { provider: 'COHERE', model: 'embed-english-v3.0' },
  vendor: { start: startCohereEmulator, endpoints: (url) => ({ cohere: url }) },
});

describe('Cohere', () => {
  test.each([
    ['document', 'search_document'],
    ['query', 'search_query'],
  ] as const)('receives the purpose of a text: %s', async (purpose, inputType) => {
    const { embedder, emulator } = await open('embed-multilingual-v3.0');
    await embedder.embed(['first', 'second'], purpose, signal);
    expect(emulator.requests[0]?.json).toEqual({
      model: 'embed-multilingual-v3.0',
      texts: ['first', 'second'],
      input_type: inputType,
      embedding_types: ['float'],
      truncate: 'END',
    });
  });

  test.each(['embed-english-light-v3.0', 'embed-multilingual-light-v3.0'] as const)(
    'has the dimension of %s right',
    async (model) => {
      const { embedder } = await open(model);
      const [vector] = await embedder.embed(['text'], 'document', signal);
      expect(vector).toHaveLength(cohereModels[model]);
    },
  );

  test('has retired the v2.0 models: the error asks to choose another', async () => {
    const { embedder } = await open('embed-english-v2.0');
    await expect(embedder.embed(['text'], 'document', signal)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      details: {
        setting: 'embeddingModelConfig.model',
        reason: expect.stringContaining('embed-english-v2.0'),
      },
    });
  });

  test("a trial key's month that is used up is for its owner to resolve", async () => {
    const body = { message: 'You are using a Trial key, which is limited to 1000 API calls / month.' };
    const { embedder } = await open('embed-english-v3.0', {
      fault: () => ({ kind: 'status', status: 429, body }),
    });
    await expect(embedder.embed(['text'], 'document', signal)).rejects.toMatchObject({
      code: 'PROVIDER_REJECTED',
      details: { setting: 'embeddingModelConfig.apiKey' },
    });
  });
});
