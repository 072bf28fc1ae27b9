import { apiKey, createRegistry } from '@docfleet/provider';
import { z } from 'zod';
import { defineRerankProvider } from './provider.ts';
import { compatible } from './providers/compatible.ts';
import { jina } from './providers/jina.ts';
import { local } from './providers/local.ts';
import { voyage } from './providers/voyage.ts';
import { remoteReranker } from './remote-reranker.ts';

const config = z
  .strictObject({
    provider: z.literal('COHERE'),
    model: z.string().min(1).max(200).meta({ title: 'Model' }).default('rerank-v3.5'),
    apiKey,
  })
  .meta({ title: 'Cohere' });

/** https://docs.cohere.com/reference/rerank: at most 1,000 documents are recommended. */
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

/** To add a provider: write its folder, then name it here. */
const registry = createRegistry('provider', [local, cohere, jina, voyage, compatible]);

/** A namespace's `rerankConfig`, as requests have it and as it is stored. */
export const rerankConfig = registry.config;
export type RerankConfig = z.output<typeof rerankConfig>;

/** Opens the reranker of a stored configuration. Throws a ZodError when it names none. */
export const openReranker = registry.open;
