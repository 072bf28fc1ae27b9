import type { StubResponse } from '../stub-server.ts';
import { deterministicVectorJson } from './deterministic-vector.ts';
import {
  bearerOf,
  type EmbeddingEmulator,
  type EmbeddingEmulatorOptions,
  type EmbeddingVendor,
  fieldOf,
  isTexts,
  startEmbeddingEmulator,
  vectorBase64,
} from './embedding-emulator.ts';

// https://platform.openai.com/docs/api-reference/embeddings/create
const inputsPerRequest = 2_048;
const tokensPerRequest = 300_000;
const tokensPerInput = 8_192;

export interface OpenAiEmulatorOptions extends EmbeddingEmulatorOptions {
  /** Dimensions by model; default: OpenAI's own. */
  readonly models?: Readonly<Record<string, number>>;
  /** Whether vectors are always arrays of numbers, even if another format is requested, as from some compatible servers. */
  readonly floatsOnly?: boolean;
}

const ownModels = {
  'text-embedding-3-small': 1_536,
  'text-embedding-3-large': 3_072,
  'text-embedding-ada-002': 1_536,
};

const says = (message: string, code: string | null = null, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
});
const refuse = (status: number, message: string, code?: string): StubResponse => ({
  status,
  body: says(message, code),
});

const masked = (key: string) => `${key.slice(0, 3)}${'*'.repeat(8)}${key.slice(-4)}`;

/** Body of a 429 that retries cannot resolve. */
export const openAiQuotaExceeded = says(
  'You exceeded your current quota, please check your plan and billing details.',
  'insufficient_quota',
  'insufficient_quota',
);

function refusal(status: number): unknown {
  if (status === 429)
    return says(
      'Rate limit reached for requests per min (RPM): Limit 3000, Used 3000.',
      'rate_limit_exceeded',
      'requests',
    );
  if (status >= 500)
    return says(
      'The server had an error while processing your request. Sorry about that!',
      null,
      'server_error',
    );
  return says(`Invalid URL or request (${status})`);
}

function refuseTexts(texts: readonly string[], countTokens: (text: string) => number): StubResponse | number {
  if (texts.length > inputsPerRequest)
    return refuse(
      400,
      `Invalid 'input': array too long. Expected an array with maximum length ${inputsPerRequest}, but got an array with length ${texts.length} instead.`,
      'array_above_max_length',
    );
  if (texts.includes('')) return refuse(400, "'$.input' is invalid. Please check the API reference.");
  const counts = texts.map(countTokens);
  const long = counts.find((count) => count > tokensPerInput);
  if (long)
    return refuse(
      400,
      `This model's maximum context length is ${tokensPerInput} tokens, however you requested ${long} tokens (${long} in your prompt; 0 for the completion). Please reduce your prompt; or completion length.`,
    );
  const tokens = counts.reduce((sum, count) => sum + count, 0);
  if (tokens > tokensPerRequest)
    return refuse(
      400,
      `Requested ${tokens} tokens, max ${tokensPerRequest} tokens per request`,
      'max_tokens_per_request',
    );
  return tokens;
}

function openAi({ models = ownModels, floatsOnly = false }: OpenAiEmulatorOptions): EmbeddingVendor {
  return {
    path: '/v1/embeddings',
    refusal,
    read(request, { accepts, countTokens }) {
      const key = bearerOf(request);
      if (!key) return refuse(401, "You didn't provide an API key.");
      if (!accepts(key))
        return refuse(
          401,
          `Incorrect API key provided: ${masked(key)}. You can find your API key at https://platform.openai.com/account/api-keys.`,
          'invalid_api_key',
        );
      const model = String(fieldOf(request, 'model'));
      const native = Object.hasOwn(models, model) ? models[model] : undefined;
      if (!native)
        return refuse(
          404,
          `The model \`${model}\` does not exist or you do not have access to it.`,
          'model_not_found',
        );
      const dimensions = Number(fieldOf(request, 'dimensions') ?? native);
      if (dimensions > native) return refuse(400, `Invalid value for 'dimensions' = ${dimensions}.`);
      const texts = fieldOf(request, 'input');
      if (!isTexts(texts)) return refuse(400, "'$.input' is invalid. Please check the API reference.");
      const tokens = refuseTexts(texts, countTokens);
      if (typeof tokens !== 'number') return tokens;
      const format = floatsOnly ? 'float' : String(fieldOf(request, 'encoding_format') ?? 'float');
      return { texts, model, dimensions, tokens, format };
    },
    answer({ texts, model, dimensions, tokens, format }, broken) {
      const items = texts.map((text, index) => {
        const vector =
          format === 'base64'
            ? `"${vectorBase64(text, dimensions, broken)}"`
            : broken
              ? '[NaN]'
              : deterministicVectorJson(text, dimensions);
        return `{"object":"embedding","index":${index},"embedding":${vector}}`;
      });
      return `{"object":"list","data":[${items.join(',')}],"model":${JSON.stringify(model)},"usage":{"prompt_tokens":${tokens},"total_tokens":${tokens}}}`;
    },
  };
}

/** Starts OpenAI's embeddings endpoint at `<url>/v1`, with its limits and its errors. */
export const startOpenAiEmulator = (options: OpenAiEmulatorOptions = {}): Promise<EmbeddingEmulator> =>
  startEmbeddingEmulator(openAi(options), options);
