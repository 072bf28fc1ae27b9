import { apiKey } from '@docfleet/provider';
import { z } from 'zod';
import { defineRerankProvider } from '../provider.ts';
import { remoteReranker } from '../remote-reranker.ts';

const config = z
  .strictObject({
    provider: z.literal('JINA'),
    model: z.string().min(1).max(200).meta({ title: 'Model' }).default('jina-reranker-v2-base-multilingual'),
    apiKey,
  })
  .meta({ title: 'Jina' });

/** Jina's rerankers, which accept at most 2,048 documents: https://api.jina.ai/redoc#tag/rerank */
export const jina = defineRerankProvider(config, ({ model, apiKey: key }, context) =>
  remoteReranker(
    {
      name: 'Jina',
      model,
      apiKey: key,
      url: `${context.endpoints?.jina ?? 'https://api.jina.ai/v1'}/rerank`,
      maxTexts: 2_048,
      body: (query, documents) => ({
        model,
        query,
        documents,
        top_n: documents.length,
        return_documents: false,
      }),
      subjectOf: ({ code }) => (code === 'AUTHZ_INSUFFICIENT_BALANCE' ? 'credit' : undefined),
    },
    context,
  ),
);
