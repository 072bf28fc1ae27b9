import { localModels, openSentenceModel } from '@docfleet/embedding/onnx';
import { z } from 'zod';
import { defineRerankProvider } from '../provider.ts';

const [model] = localModels;

const config = z
  .strictObject({
    provider: z.literal('LOCAL'),
    model: z.literal(model.name).meta({ title: 'Model' }).default(model.name),
  })
  .meta({ title: 'Built in', description: 'Needs no account and costs nothing' });

/** Compares the tokens of queries and texts with the sentence model that docfleet contains, in this process. */
export const local = defineRerankProvider(config, (_, { egress }) => {
  // The model is not fetched: the folder stays unused.
  const sentences = openSentenceModel(model, { directory: '', hubUrl: undefined, fetch: egress.fetch });
  return {
    model: model.name,
    // Fifty texts take about 0.4 s on two cores.
    maxTexts: 50,
    complementsScore: true,
    async rerank(query, texts, signal) {
      signal.throwIfAborted();
      return texts.length === 0 ? [] : sentences.compare(query, texts, signal);
    },
  };
});
