import { AppError, causesOf } from '@docfleet/errors';
import { apiKey, atMost, baseUrl, VendorRefusal } from '@docfleet/provider';
import { z } from 'zod';
import { inOrderOfIndex } from '../../accept-vectors.ts';
import { type EmbeddingCapabilities, embeddingCapabilities, openCapabilities } from '../../capabilities.ts';
import { defineEmbeddingProvider, type EmbeddingLimits } from '../../provider.ts';
import { remoteEmbedder } from '../../remote-embedder.ts';
import { openAiClient, openAiSubject } from '../../vendors/openai.ts';

/** https://platform.openai.com/docs/guides/embeddings: dimensions, and whether they may be shortened. */
const knownModels = {
  'text-embedding-3-small': { dimensions: 1_536, shortens: true },
  'text-embedding-3-large': { dimensions: 3_072, shortens: true },
  'text-embedding-ada-002': { dimensions: 1_536, shortens: false },
} as const satisfies Record<string, { dimensions: number; shortens: boolean }>;

const isKnownModel = (model: string): model is keyof typeof knownModels => Object.hasOwn(knownModels, model);

/** https://platform.openai.com/docs/api-reference/embeddings/create */
const openAiLimits: EmbeddingLimits = {
  inputsPerRequest: 2_048,
  tokensPerRequest: 300_000,
  tokensPerInput: 8_191,
  concurrentRequests: 16,
};

/** Limits of small compatible servers (Ollama, vLLM, text-embeddings-inference) in their default configuration; they cannot be queried. */
const compatibleLimits: EmbeddingLimits = {
  inputsPerRequest: 32,
  tokensPerRequest: 16_384,
  tokensPerInput: 8_191,
  concurrentRequests: 4,
};

/** With `baseUrl`, any server that speaks this API and any model of it; such a server may not want a key, but one must be given. */
const openAiConfig = z
  .strictObject({
    provider: z.literal('OPENAI'),
    model: z
      .string()
      .min(1)
      .max(200)
      .meta({ title: 'Model', examples: ['text-embedding-3-small'] }),
    apiKey,
    baseUrl: baseUrl
      .meta({
        title: 'Base URL',
        description: 'Only for a server that is compatible with the API of OpenAI',
        examples: ['https://api.openai.com/v1'],
      })
      .optional(),
    dimensions: z
      .int()
      .min(1)
      .max(16_384)
      .meta({
        title: 'Dimensions',
        description: 'Fewer than the model has by default, where it supports that',
      })
      .optional(),
  })
  .check(({ value, issues }) => {
    const { model, baseUrl, dimensions } = value;
    if (isKnownModel(model)) {
      const known = knownModels[model];
      const most = known.shortens ? known.dimensions : 0;
      if (dimensions === undefined || dimensions <= most || dimensions === known.dimensions) return;
      const message = `${model} returns ${most ? `at most ${most}` : known.dimensions} dimensions`;
      issues.push({ code: 'custom', path: ['dimensions'], message, input: dimensions });
    } else if (!baseUrl) {
      const message = `Without a baseUrl the model is one of ${Object.keys(knownModels).join(', ')}`;
      issues.push({ code: 'custom', path: ['model'], message, input: model });
    }
  })
  .meta({ title: 'OpenAI or a compatible server' });

/** Optional fields that a request has. */
type RequestForm = NonNullable<EmbeddingCapabilities['takes']>;

/** The optional fields of a request. Base64 is a fifth of the bytes. */
const fieldsOf = (form: RequestForm, dimensions: number | undefined) => ({
  ...(form.encodingFormat && { encoding_format: 'base64' }),
  ...(form.dimensions && dimensions !== undefined && { dimensions }),
});

const fullForm: RequestForm = { encodingFormat: true, dimensions: true };

/**
 * Forms of a request to a compatible server in the order in which they are tried until one succeeds: the last accepted one, then the
 * complete one, then without the fields that some servers refuse.
 */
function formsOf(dimensions: number | undefined, taken: RequestForm | undefined): RequestForm[] {
  const forms = [fullForm, { encodingFormat: false, dimensions: true }];
  if (dimensions !== undefined)
    forms.push({ encodingFormat: true, dimensions: false }, { encodingFormat: false, dimensions: false });
  const isTaken = (form: RequestForm) =>
    form.encodingFormat === taken?.encodingFormat && form.dimensions === taken.dimensions;
  return forms.toSorted((a, b) => Number(isTaken(b)) - Number(isTaken(a)));
}

/** LiteLLM responds with 500 too: it raises an error for fields that the server behind it does not know. */
const refusals = [400, 415, 422, 500, 501];

/** Whether a refusal may be of what the request asks for beside its texts. */
const isOfRequest = (error: unknown): boolean =>
  causesOf(error).some((link) => link instanceof VendorRefusal && refusals.includes(link.status));

/** Asks a server in the form that it takes. */
type AskInForm = <Answer>(ask: (form: RequestForm) => Promise<Answer>) => Promise<Answer>;

/** OpenAI itself takes all that its reference names. */
const inFullForm: AskInForm = (ask) => ask(fullForm);

/** Tries forms until one is answered, and keeps to that; `onTaken` is called. Rejects as the first of them was refused. */
function tryForms(
  dimensions: number | undefined,
  taken: RequestForm | undefined,
  onTaken: (form: RequestForm) => void,
): AskInForm {
  let forms = formsOf(dimensions, taken);
  return async (ask) => {
    let first: unknown;
    for (const form of forms) {
      try {
        const answer = await ask(form);
        forms = [form];
        onTaken(form);
        return answer;
      } catch (error) {
        first ??= error;
        // Errors that docfleet itself raises about a response concern the configuration; a server's refusal of the last form would hide the
        // reason for refusing the first.
        if (error instanceof AppError) throw error;
        if (!isOfRequest(error)) break;
      }
    }
    throw first;
  };
}

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

/** Embedding models of OpenAI, and of any server with its API: https://platform.openai.com/docs/api-reference/embeddings */
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
