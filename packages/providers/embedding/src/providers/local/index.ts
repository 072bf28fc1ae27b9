import { inSlices } from '@docfleet/runtime/slices';
import { z } from 'zod';
import { acceptVectors } from '../../accept-vectors.ts';
import {
  type LocalModel,
  localModels,
  modelSettings,
  modelSourceOf,
  openSentenceModel,
  wordTable,
} from '../../onnx/index.ts';
import {
  defineEmbeddingProvider,
  type Embedder,
  type EmbeddingContext,
  type EmbeddingLimits,
} from '../../provider.ts';
import { dimensions, staticVector } from './static-vector.ts';
import { loadVocabulary } from './vocabulary.ts';

const names = localModels.map(({ name }) => name);

const localConfig = z
  .strictObject({
    provider: z.literal('LOCAL'),
    model: z
      .enum([localModels[0].name, wordTable, ...names.slice(1)])
      .meta({ title: 'Model' })
      .default(localModels[0].name),
  })
  .meta({ title: 'Built in', description: 'Needs no account and costs nothing' });

/** There is no request to fill, so batches only bound the memory; more than one at a time would share the same core. */
const staticLimits: EmbeddingLimits = {
  inputsPerRequest: 128,
  tokensPerRequest: 100_000,
  tokensPerInput: 8_191,
  concurrentRequests: 1,
};

/** The table that comes with docfleet: no account, no download; for English, and by words more than by meaning. */
const staticEmbedder: Embedder = {
  model: 'static-1024',
  dimensions,
  limits: staticLimits,
  languages: ['en'],
  defaultWeights: { semanticWeight: 0.5, keywordWeight: 0.5 },
  isLocal: true,
  async embed(texts, purpose, signal) {
    signal.throwIfAborted();
    const vocabulary = await loadVocabulary();
    signal.throwIfAborted();
    const vectors: Float32Array[] = [];
    await inSlices(texts, (text) => vectors.push(staticVector(text, purpose, vocabulary)), {
      // A query is not kept waiting by documents.
      signal,
      owner: [`embed ${purpose}`],
    });
    return vectors;
  },
};

/** A batch takes about a second on two processors: long enough to be worth it, short enough for queries that wait behind one. */
const sentenceInputs = 32;

function sentenceEmbedder(model: LocalModel, { egress, settings }: EmbeddingContext): Embedder {
  const sentences = openSentenceModel(model, modelSourceOf(settings, egress.fetch));
  return {
    model: model.name,
    dimensions: model.dimensions,
    isLocal: true,
    defaultWeights: model.defaultWeights,
    ...(model.languages && { languages: model.languages }),
    ...(model.cosineShowsRelevance && { cosineShowsRelevance: true }),
    limits: {
      inputsPerRequest: sentenceInputs,
      tokensPerRequest: sentenceInputs * model.tokensPerInput,
      tokensPerInput: model.tokensPerInput,
      concurrentRequests: 1,
    },
    async embed(texts, purpose, signal) {
      signal.throwIfAborted();
      if (texts.length === 0) return [];
      const rows = await untilAborted(sentences.embed(texts, purpose, signal), signal);
      return acceptVectors(rows, {
        vendor: 'The local model',
        isLocal: true,
        count: texts.length,
        dimensions: model.dimensions,
      });
    },
  };
}

/** Does not wait for work that goes on for others, such as the download of a model. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop));
}

/** Models that run in this process. */
export const local = defineEmbeddingProvider(
  localConfig,
  ({ model: name }, context) => {
    const model = localModels.find((one) => one.name === name);
    return model ? sentenceEmbedder(model, context) : staticEmbedder;
  },
  modelSettings,
);
