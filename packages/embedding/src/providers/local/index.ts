import { z } from 'zod';
import { defineEmbeddingProvider, type EmbeddingLimits } from '../../provider.ts';
import { inSlices } from './slices.ts';
import { dimensions, staticVector } from './static-vector.ts';
import { loadVocabulary } from './vocabulary.ts';

const localConfig = z
  .strictObject({
    provider: z.literal('LOCAL'),
    model: z.literal('static-1024').default('static-1024'),
  })
  .meta({ title: 'Built in', description: 'Needs no account and costs nothing' });

/** There is no request to fill, so batches only bound the memory; more than one at a time would share the same core. */
const limits: EmbeddingLimits = {
  inputsPerRequest: 128,
  tokensPerRequest: 100_000,
  tokensPerInput: 8_191,
  concurrentRequests: 1,
};

/** The model that comes with docfleet: no account, no download, no server; for English. */
export const local = defineEmbeddingProvider(localConfig, ({ model }) => ({
  model,
  dimensions,
  limits,
  async embed(texts, _purpose, signal) {
    signal.throwIfAborted();
    const vocabulary = await loadVocabulary();
    signal.throwIfAborted();
    const vectors: Float32Array[] = [];
    await inSlices(texts, (text) => vectors.push(staticVector(text, vocabulary)), signal);
    return vectors;
  },
}));
