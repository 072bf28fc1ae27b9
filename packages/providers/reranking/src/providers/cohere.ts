import { apiKey } from '@docfleet/provider';
import { z } from 'zod';
import { defineRerankProvider } from '../provider.ts';
import { remoteReranker } from '../remote-reranker.ts';

const config = z
  .strictObject({
    provider: z.literal('COHERE'),
    model: z.string().min(1).max(200).meta({ title: 'Model' }).default('rerank-v3.5'),
    apiKey,
  })
  .meta({ title: 'Cohere' });

/** Cohere's rerankers, which are recommended for at most 1,000 documents: https://docs.cohere.com/reference/rerank */
export const cohere = defineRerankProvider(config, ({ model, apiKey: key }, context) =>
  remoteReranker(
    {
      name: 'Cohere',
      model,
      apiKey: key,
      url: `${context.endpoints?.cohere ?? 'https://api.cohere.com'}/v2/rerank`,
      maxTexts: 1_000,
      body: (query, documents) => ({ model, query, documents, top_n: documents.length }),
    },
    context,
  ),
);
