import { apiKey } from '@docfleet/provider';
import { z } from 'zod';
import { defineEmbeddingProvider, type EmbeddingLimits } from '../../provider.ts';
import { remoteEmbedder } from '../../remote-embedder.ts';
import { cohereClient, cohereSubject } from '../../vendors/cohere.ts';

/**
 * Dimensions by model: https://docs.cohere.com/docs/cohere-embed. Cohere retired the v2.0 models on 4 April 2026; they stay, so that a namespace
 * that names one gets Cohere's own refusal as its reason.
 */
export const cohereModels = {
  'embed-english-v3.0': 1_024,
  'embed-multilingual-v3.0': 1_024,
  'embed-english-light-v3.0': 384,
  'embed-multilingual-light-v3.0': 384,
  'embed-english-v2.0': 4_096,
  'embed-english-light-v2.0': 1_024,
  'embed-multilingual-v2.0': 768,
} as const satisfies Record<string, number>;

const models = Object.keys(cohereModels) as (keyof typeof cohereModels)[];

const cohereConfig = z
  .strictObject({
    provider: z.literal('COHERE'),
    model: z.enum(models).meta({ title: 'Model' }),
    apiKey,
  })
  .meta({ title: 'Cohere' });

/** The models read 512 tokens of their own tokenizers, which make up to a quarter more of English than cl100k_base does. */
const tokensPerInput = 400;
const inputsPerRequest = 96;
const limits: EmbeddingLimits = {
  inputsPerRequest,
  tokensPerRequest: inputsPerRequest * tokensPerInput,
  tokensPerInput,
  concurrentRequests: 8,
};

const response = z.object({
  embeddings: z.object({ float: z.array(z.custom<ArrayLike<unknown>>(Array.isArray)) }),
});

/** Cohere's embedding models: https://docs.cohere.com/reference/embed */
export const cohere = defineEmbeddingProvider(cohereConfig, ({ model, apiKey }, context) => {
  const openClient = cohereClient(apiKey, context);

  return remoteEmbedder(
    {
      vendor: { name: 'Cohere', model, apiKey, subjectOf: cohereSubject },
      dimensions: cohereModels[model],
      limits,
      async request(texts, purpose, signal) {
        const client = await openClient();
        const answer: unknown = await client.embed(
          {
            model,
            texts: [...texts],
            inputType: purpose === 'query' ? 'search_query' : 'search_document',
            embeddingTypes: ['float'],
            // A chunk whose last words are not read is found all the same; refused, its whole document would fail.
            truncate: 'END',
          },
          { abortSignal: signal },
        );
        return response.parse(answer).embeddings.float;
      },
    },
    context,
  );
});
