import type OpenAI from 'openai';
import { z } from 'zod';
import { inOrderOfIndex } from '../../accept-vectors.ts';
import { defineEmbeddingProvider, type EmbeddingContext } from '../../provider.ts';
import type { RefusalNote, RefusalSubject } from '../../refusal.ts';
import { remoteEmbedder } from '../../remote-embedder.ts';
import { vendorFetch } from '../../vendor-fetch.ts';
import { openAiConfig } from './config.ts';
import { compatibleLimits, isKnownModel, knownModels, openAiLimits } from './models.ts';

const publicUrl = 'https://api.openai.com/v1';

/** Little-endian floats in base64, or plain numbers from a compatible server that knows no other form. */
const embedding = z.union([
  z.string().transform((text): ArrayLike<unknown> => {
    const bytes = Buffer.from(text, 'base64');
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
  }),
  z.custom<ArrayLike<unknown>>(Array.isArray),
]);
const response = z.object({ data: z.array(z.object({ index: z.int(), embedding })) });

// https://platform.openai.com/docs/guides/error-codes
const subjectOfCode: Record<string, RefusalSubject> = {
  invalid_api_key: 'key',
  insufficient_quota: 'credit',
  billing_hard_limit_reached: 'credit',
  model_not_found: 'model',
};

function subjectOf({ status, code, sentence }: RefusalNote, isCompatible: boolean) {
  if (code && Object.hasOwn(subjectOfCode, code)) return subjectOfCode[code];
  // A server that knows the path says in words what it has not got.
  if (isCompatible && (status === 405 || (status === 404 && !sentence))) return 'address';
  return undefined;
}

/** Loads the SDK, which only those pay for who use it. */
async function openClient(
  { apiKey, baseUrl }: z.output<typeof openAiConfig>,
  { egress, endpoints }: EmbeddingContext,
): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    apiKey,
    baseURL: baseUrl ?? endpoints?.openai ?? publicUrl,
    fetch: vendorFetch(egress.fetch),
    maxRetries: 0,
    logLevel: 'off',
    // Otherwise the SDK takes them from the operator's environment and sends them along with a tenant's key.
    organization: null,
    project: null,
  });
}

/** https://platform.openai.com/docs/api-reference/embeddings, or any server that speaks the same. */
export const openai = defineEmbeddingProvider(openAiConfig, (config, context) => {
  const { model, apiKey, baseUrl, dimensions } = config;
  const name = baseUrl ? 'The embedding server' : 'OpenAI';
  let client: OpenAI | undefined;

  return remoteEmbedder(
    {
      vendor: {
        name,
        model,
        apiKey,
        subjectOf: (refusal) => subjectOf(refusal, baseUrl !== undefined),
      },
      dimensions: dimensions ?? (isKnownModel(model) ? knownModels[model].dimensions : undefined),
      // A server that has OpenAI's own models stands before OpenAI, and takes what it takes.
      limits: baseUrl && !isKnownModel(model) ? compatibleLimits : openAiLimits,
      async request(texts, _purpose, signal) {
        client ??= await openClient(config, context);
        const answer: unknown = await client.embeddings.create(
          {
            model,
            input: [...texts],
            encoding_format: 'base64',
            ...(dimensions !== undefined && { dimensions }),
          },
          { signal },
        );
        return inOrderOfIndex(name, response.parse(answer).data);
      },
    },
    context,
  );
});
