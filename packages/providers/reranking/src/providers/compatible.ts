import { apiKey, baseUrl } from '@docfleet/provider';
import { z } from 'zod';
import { defineRerankProvider } from '../provider.ts';
import { remoteReranker } from '../remote-reranker.ts';

const config = z
  .strictObject({
    provider: z.literal('COMPATIBLE'),
    model: z.string().min(1).max(200).meta({ title: 'Model' }),
    /** Such a server may not want a key, but one must be given. */
    apiKey,
    /** `/rerank` is put behind it. */
    baseUrl: baseUrl.meta({ title: 'Base URL' }),
  })
  .meta({ title: 'A compatible server' });

/**
 * Any server with the form that Cohere and Jina began: vLLM, LocalAI, llama.cpp, Infinity. `texts` is what
 * text-embeddings-inference calls the documents; others ignore it.
 */
export const compatible = defineRerankProvider(config, ({ model, apiKey: key, baseUrl: base }, context) =>
  remoteReranker(
    {
      name: 'The rerank server',
      model,
      apiKey: key,
      url: `${base.replace(/\/+$/, '')}/rerank`,
      maxTexts: 100,
      hasOwnLimits: true,
      body: (query, documents) => ({ model, query, documents, texts: documents, top_n: documents.length }),
    },
    context,
  ),
);
