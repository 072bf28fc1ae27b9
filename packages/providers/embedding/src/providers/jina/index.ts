import { apiKey, type RefusalFields, vendorFetch } from '@docfleet/provider';
import { z } from 'zod';
import { inOrderOfIndex } from '../../accept-vectors.ts';
import { defineEmbeddingProvider, type EmbeddingLimits } from '../../provider.ts';
import { remoteEmbedder } from '../../remote-embedder.ts';
import type { RefusalSubject } from '../../vendor-error.ts';

const jinaConfig = z
  .strictObject({
    provider: z.literal('JINA'),
    model: z.literal('jina-embeddings-v3').meta({ title: 'Model' }),
    apiKey,
  })
  .meta({ title: 'Jina' });

const publicUrl = 'https://api.jina.ai/v1';
const dimensions = 1_024;

/** 512 inputs is what the API says when it is given more; 8,192 of its own (XLM-R) tokens per text; five requests at once with a free key. */
const limits: EmbeddingLimits = {
  inputsPerRequest: 512,
  tokensPerRequest: 100_000,
  tokensPerInput: 6_500,
  concurrentRequests: 4,
};

const result = z.object({
  data: z.array(z.object({ index: z.int(), embedding: z.custom<ArrayLike<unknown>>(Array.isArray) })),
});

// https://api.jina.ai/openapi.json, "Error Codes"
const subjectOfCode: Record<string, RefusalSubject> = {
  AUTHZ_INSUFFICIENT_BALANCE: 'credit',
  INPUT_MODEL_NOT_FOUND: 'missing',
};
const subjectOf = ({ code }: RefusalFields) => (code === undefined ? undefined : subjectOfCode[code]);

/** Jina's embedding models: https://api.jina.ai/redoc#tag/embeddings */
export const jina = defineEmbeddingProvider(jinaConfig, ({ model, apiKey }, context) => {
  const fetch = vendorFetch(context.egress.fetch);
  const url = `${context.endpoints?.jina ?? publicUrl}/embeddings`;

  return remoteEmbedder(
    {
      vendor: { name: 'Jina', model, apiKey, subjectOf },
      dimensions,
      limits,
      async request(texts, purpose, signal) {
        const task = purpose === 'query' ? 'retrieval.query' : 'retrieval.passage';
        const response = await fetch(url, {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            model,
            input: texts,
            task,
            dimensions,
            embedding_type: 'float',
            truncate: true,
          }),
          signal,
        });
        // The API may answer out of order.
        return inOrderOfIndex('Jina', result.parse(await response.json()).data);
      },
    },
    context,
  );
});
