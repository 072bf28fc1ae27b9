import { apiKey } from '@docfleet/provider';
import { z } from 'zod';
import { defineRerankProvider } from '../provider.ts';
import { remoteReranker } from '../remote-reranker.ts';

const config = z
  .strictObject({
    provider: z.literal('VOYAGE'),
    model: z.string().min(1).max(200).meta({ title: 'Model' }).default('rerank-2.5-lite'),
    apiKey,
  })
  .meta({ title: 'Voyage AI' });

/** Voyage's rerankers, which accept at most 1,000 documents and `top_k` for `top_n`: https://docs.voyageai.com/reference/reranker-api */
export const voyage = defineRerankProvider(config, ({ model, apiKey: key }, context) =>
  remoteReranker(
    {
      name: 'Voyage',
      model,
      apiKey: key,
      url: `${context.endpoints?.voyage ?? 'https://api.voyageai.com/v1'}/rerank`,
      maxTexts: 1_000,
      body: (query, documents) => ({ model, query, documents, top_k: documents.length, truncation: true }),
    },
    context,
  ),
);
