import { z } from 'zod';
import { defineEmbeddingProvider, type EmbeddingLimits } from '../../provider.ts';
import { remoteEmbedder } from '../../remote-embedder.ts';
import { cohereClient, cohereSubject } from '../../vendors/cohere.ts';
import { cohereConfig, cohereModels } from './config.ts';

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

/** https://docs.cohere.com/reference/embed */
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
