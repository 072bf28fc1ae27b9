import { AppError } from '@docfleet/errors';
import { atMost } from '@docfleet/provider';
import { z } from 'zod';
import { inOrderOfIndex } from '../../accept-vectors.ts';
import { embeddingCapabilities, openCapabilities } from '../../capabilities.ts';
import { defineEmbeddingProvider } from '../../provider.ts';
import { remoteEmbedder } from '../../remote-embedder.ts';
import { openAiClient, openAiSubject } from '../../vendors/openai.ts';
import { openAiConfig } from './config.ts';
import { compatibleLimits, isKnownModel, knownModels, openAiLimits } from './models.ts';
import { fieldsOf, inFullForm, type RequestForm, tryForms } from './request-forms.ts';

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

/** Fails where a server returns another dimension than it was asked for: for every text, so that its owner has to know. */
function requireDimensions(
  rows: readonly ArrayLike<unknown>[],
  dimensions: number | undefined,
  name: string,
) {
  const length = rows[0]?.length;
  if (!length || dimensions === undefined || length === dimensions) return;
  if (rows.some((row) => row.length !== length)) return;
  throw new AppError('PROVIDER_REJECTED', `${name} does not return vectors of ${dimensions} dimensions`, {
    details: {
      setting: 'embeddingModelConfig.dimensions',
      reason: `It returns ${length} for this model, whatever is asked for`,
    },
  });
}

/** https://platform.openai.com/docs/api-reference/embeddings, or any server that speaks the same. */
export const openai = defineEmbeddingProvider(openAiConfig, (config, context) => {
  const { model, apiKey, baseUrl, dimensions } = config;
  const name = baseUrl ? 'The embedding server' : 'OpenAI';
  const openClient = openAiClient(config, context);
  // A server that has OpenAI's own models stands before OpenAI, and takes what it takes.
  const isOpenAi = !baseUrl || isKnownModel(model);
  const memory = baseUrl ? openCapabilities(embeddingCapabilities, context) : undefined;
  const inForm = memory
    ? tryForms(dimensions, memory.known.takes, (takes) => memory.learn({ takes }))
    : inFullForm;

  async function ask(texts: readonly string[], form: RequestForm, signal: AbortSignal) {
    const client = await openClient();
    const body = { model, input: [...texts], ...fieldsOf(form, dimensions) };
    // Not by the SDK's own method, which decodes what it believes to be base64.
    const answer: unknown = await client.post('/embeddings', { body, signal });
    // Without a JSON content type the SDK hands over the text.
    const json: unknown = typeof answer === 'string' ? JSON.parse(answer) : answer;
    const rows = inOrderOfIndex(name, response.parse(json).data);
    if (!isOpenAi) requireDimensions(rows, dimensions, name);
    return rows;
  }

  return remoteEmbedder(
    {
      vendor: { name, model, apiKey, subjectOf: openAiSubject(config) },
      dimensions: dimensions ?? (isKnownModel(model) ? knownModels[model].dimensions : undefined),
      limits: isOpenAi ? openAiLimits : compatibleLimits,
      memory,
      hasOwnLimits: !isOpenAi,
      request: (texts, _purpose, signal) => inForm((form) => ask(texts, form, signal)),
    },
    context,
  );
});
