import { causesOf } from '@docfleet/errors';
import { z } from 'zod';
import { inOrderOfIndex } from '../../accept-vectors.ts';
import { atMost } from '../../answer-limit.ts';
import { defineEmbeddingProvider } from '../../provider.ts';
import { remoteEmbedder } from '../../remote-embedder.ts';
import { VendorRefusal } from '../../vendor-fetch.ts';
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
const index = z.union([z.int(), z.string().regex(/^\d+$/)]).nullish();
const response = z.object({
  data: atMost(openAiLimits.inputsPerRequest, z.object({ index, embedding })),
});

/** Whether a refusal may be of what the request asks for beside its texts. */
const isOfRequest = (error: unknown): boolean =>
  causesOf(error).some((link) => link instanceof VendorRefusal && [400, 415, 422].includes(link.status));

/** https://platform.openai.com/docs/api-reference/embeddings, or any server that speaks the same. */
export const openai = defineEmbeddingProvider(openAiConfig, (config, context) => {
  const { model, apiKey, baseUrl, dimensions } = config;
  const name = baseUrl ? 'The embedding server' : 'OpenAI';
  const openClient = openAiClient(config, context);
  // Base64 is a fifth of the bytes. A compatible server that does not know it is asked without, once it has refused it and answers so.
  let encoding: 'base64' | 'unknown' | 'none' = baseUrl ? 'unknown' : 'base64';

  async function ask(texts: readonly string[], format: object, signal: AbortSignal) {
    const client = await openClient();
    const body = { model, input: [...texts], ...format, ...(dimensions !== undefined && { dimensions }) };
    // Not by the SDK's own method, which decodes what it believes to be base64.
    const answer: unknown = await client.post('/embeddings', { body, signal });
    // Without a JSON content type the SDK hands over the text.
    const json: unknown = typeof answer === 'string' ? JSON.parse(answer) : answer;
    return inOrderOfIndex(name, response.parse(json).data);
  }

  return remoteEmbedder(
    {
      vendor: { name, model, apiKey, subjectOf: openAiSubject(config) },
      dimensions: dimensions ?? (isKnownModel(model) ? knownModels[model].dimensions : undefined),
      // A server that has OpenAI's own models stands before OpenAI, and takes what it takes.
      limits: baseUrl && !isKnownModel(model) ? compatibleLimits : openAiLimits,
      async request(texts, _purpose, signal) {
        if (encoding === 'none') return ask(texts, {}, signal);
        try {
          const rows = await ask(texts, { encoding_format: 'base64' }, signal);
          encoding = 'base64';
          return rows;
        } catch (error) {
          if (encoding === 'base64' || !isOfRequest(error)) throw error;
          const rows = await ask(texts, {}, signal).catch(() => Promise.reject(error));
          encoding = 'none';
          return rows;
        }
      },
    },
    context,
  );
});
