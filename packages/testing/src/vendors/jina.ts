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
} from './embedding-emulator.ts';

// https://api.jina.ai/openapi.json
const inputsPerRequest = 512;
const tokensPerInput = 8_192;
const model = 'jina-embeddings-v3';
const ownDimensions = 1_024;
const tasks = ['retrieval.query', 'retrieval.passage', 'text-matching', 'classification', 'separation'];

const says = (code: string, detail: string) => ({ detail, code });
const refuse = (status: number, code: string, detail: string): StubResponse => ({
  status,
  body: says(code, detail),
});

function refusal(status: number): unknown {
  if (status === 429) return says('RATE_LIMIT_EXCEEDED', 'Rate limit exceeded');
  if (status >= 500) return says('INTERNAL_ERROR', 'Internal server error');
  return says('INPUT_INVALID', `Bad request (${status})`);
}

const vendor: EmbeddingVendor = {
  path: '/v1/embeddings',
  refusal,
  read(request, { accepts, countTokens }) {
    const key = bearerOf(request);
    if (!key) return refuse(401, 'AUTH_MISSING_API_KEY', 'Authentication required');
    if (!accepts(key)) return refuse(401, 'AUTH_INVALID_API_KEY', 'Invalid API key');
    const asked = String(fieldOf(request, 'model'));
    if (asked !== model) return refuse(400, 'INPUT_MODEL_NOT_FOUND', `Model '${asked}' not found`);
    if (!tasks.includes(String(fieldOf(request, 'task'))))
      return refuse(422, 'INPUT_INVALID', 'Invalid task');
    const texts = fieldOf(request, 'input');
    if (!isTexts(texts)) return refuse(422, 'INPUT_INVALID', 'Input is no list of texts');
    if (texts.length > inputsPerRequest)
      return refuse(
        400,
        'INPUT_INVALID',
        `Validation error: 'body -> ${model}' Each input list can contain at most ${inputsPerRequest} items.`,
      );
    const counts = texts.map(countTokens);
    const long = counts.find((count) => count > tokensPerInput);
    if (long && fieldOf(request, 'truncate') !== true)
      return refuse(
        400,
        'INPUT_INVALID',
        `Single text cannot exceed ${tokensPerInput} tokens. ${long} tokens given.`,
      );
    const tokens = counts.reduce((sum, count) => sum + count, 0);
    return { texts, model, dimensions: Number(fieldOf(request, 'dimensions') ?? ownDimensions), tokens };
  },
  answer({ texts, dimensions, tokens }, broken) {
    const items = texts.map((text, index) => {
      const vector = broken ? '[NaN]' : deterministicVectorJson(text, dimensions);
      return `{"object":"embedding","index":${index},"embedding":${vector}}`;
    });
    // Answers are in the order in which their parts were done, so the last comes first here.
    return `{"model":"${model}","object":"list","usage":{"total_tokens":${tokens}},"data":[${items.reverse().join(',')}]}`;
  },
};

/** Starts Jina's embeddings endpoint at `<url>/v1`, with its limits and its errors. */
export const startJinaEmulator = (options: EmbeddingEmulatorOptions = {}): Promise<EmbeddingEmulator> =>
  startEmbeddingEmulator(vendor, options);
