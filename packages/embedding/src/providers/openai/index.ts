import { z } from 'zod';
import { inOrderOfIndex } from '../../accept-vectors.ts';
import { atMost } from '../../answer-limit.ts';
import { defineEmbeddingProvider } from '../../provider.ts';
import { remoteEmbedder } from '../../remote-embedder.ts';
import { openAiClient, openAiSubject } from '../../vendors/openai.ts';
import { openAiConfig } from './config.ts';
import { compatibleLimits, isKnownModel, knownModels, openAiLimits } from './models.ts';

/** Little-endian floats in base64, or plain numbers from a compatible server that knows no other form. */
const embedding = z.union([
  z.string().transform((text): ArrayLike<unknown> => {
    const bytes = Buffer.from(text, 'base64');
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
  }),
  z.custom<ArrayLike<unknown>>(Array.isArray),
]);
const response = z.object({
  data: atMost(openAiLimits.inputsPerRequest, z.object({ index: z.int(), embedding })),
});

/** https://platform.openai.com/docs/api-reference/embeddings, or any server that speaks the same. */
export const openai = defineEmbeddingProvider(openAiConfig, (config, context) => {
  const { model, apiKey, baseUrl, dimensions } = config;
  const name = baseUrl ? 'The embedding server' : 'OpenAI';
  const openClient = openAiClient(config, context);

  return remoteEmbedder(
    {
      vendor: { name, model, apiKey, subjectOf: openAiSubject(config) },
      dimensions: dimensions ?? (isKnownModel(model) ? knownModels[model].dimensions : undefined),
      // A server that has OpenAI's own models stands before OpenAI, and takes what it takes.
      limits: baseUrl && !isKnownModel(model) ? compatibleLimits : openAiLimits,
      async request(texts, _purpose, signal) {
        const client = await openClient();
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
