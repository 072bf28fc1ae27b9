import type { CohereClientV2 } from 'cohere-ai';
import { z } from 'zod';
import { defineEmbeddingProvider, type EmbeddingContext, type EmbeddingLimits } from '../../provider.ts';
import type { RefusalNote } from '../../refusal.ts';
import { remoteEmbedder } from '../../remote-embedder.ts';
import { failingInBody, vendorFetch } from '../../vendor-fetch.ts';
import { cohereConfig, cohereModels } from './config.ts';

const publicUrl = 'https://api.cohere.com';

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

// https://docs.cohere.com/reference/errors: sentences, no codes.
function subjectOf({ status, sentence = '' }: RefusalNote) {
  if (status === 429 && sentence.includes('calls / month')) return 'credit';
  if (status === 400 && /^(?:invalid request: )?(?:model|invalid model)\b/i.test(sentence)) return 'model';
  return undefined;
}

/** Loads the SDK, which only those pay for who use it. */
async function openClient(token: string, { egress, endpoints }: EmbeddingContext): Promise<CohereClientV2> {
  const { CohereClientV2 } = await import('cohere-ai');
  return new CohereClientV2({
    token,
    baseUrl: endpoints?.cohere ?? publicUrl,
    fetch: failingInBody(vendorFetch(egress.fetch)),
    maxRetries: 0,
  });
}

/** https://docs.cohere.com/reference/embed */
export const cohere = defineEmbeddingProvider(cohereConfig, ({ model, apiKey }, context) => {
  let client: CohereClientV2 | undefined;

  return remoteEmbedder(
    {
      vendor: { name: 'Cohere', model, apiKey, subjectOf },
      dimensions: cohereModels[model],
      limits,
      async request(texts, purpose, signal) {
        client ??= await openClient(apiKey, context);
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
