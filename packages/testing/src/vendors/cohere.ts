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

// https://docs.cohere.com/reference/embed and /reference/errors. The v2.0 models are retired.
const textsPerRequest = 96;
const models: Readonly<Record<string, number>> = {
  'embed-english-v3.0': 1_024,
  'embed-multilingual-v3.0': 1_024,
  'embed-english-light-v3.0': 384,
  'embed-multilingual-light-v3.0': 384,
};
const inputTypes = ['search_document', 'search_query', 'classification', 'clustering'];

const refuse = (status: number, message: string): StubResponse => ({ status, body: { message } });

function refusal(status: number): unknown {
  if (status === 429)
    return { message: 'You are using a Trial key, which is limited to 40 API calls / minute.' };
  if (status >= 500) return { message: 'internal server error, this has been reported to our developers.' };
  return { message: `invalid request (${status})` };
}

const vendor: EmbeddingVendor = {
  path: '/v2/embed',
  refusal,
  read(request, { accepts, countTokens }) {
    const key = bearerOf(request);
    if (!key) return refuse(401, 'no api key supplied');
    if (!accepts(key)) return refuse(401, 'invalid api token');
    const model = String(fieldOf(request, 'model'));
    const dimensions = Object.hasOwn(models, model) ? models[model] : undefined;
    if (!dimensions)
      return refuse(
        404,
        `model '${model}' not found, make sure the correct model ID was used and that you have access to the model.`,
      );
    if (!inputTypes.includes(String(fieldOf(request, 'input_type'))))
      return refuse(400, 'invalid request: valid input_type must be provided with the provided model');
    const texts = fieldOf(request, 'texts');
    if (!isTexts(texts)) return refuse(400, 'invalid request: texts must be a list of strings');
    if (texts.length > textsPerRequest)
      return refuse(
        400,
        `invalid request: total number of texts must be at most ${textsPerRequest} - received ${texts.length}`,
      );
    return { texts, model, dimensions, tokens: texts.reduce((sum, text) => sum + countTokens(text), 0) };
  },
  answer({ texts, dimensions, tokens }, broken) {
    const rows = texts.map((text) => (broken ? '[NaN]' : deterministicVectorJson(text, dimensions)));
    return `{"id":"emulated","response_type":"embeddings_by_type","embeddings":{"float":[${rows.join(',')}]},"texts":${JSON.stringify(texts)},"meta":{"api_version":{"version":"2"},"billed_units":{"input_tokens":${tokens}}}}`;
  },
};

/** Starts Cohere's embed endpoint at `<url>`, with its limits and its errors. */
export const startCohereEmulator = (options: EmbeddingEmulatorOptions = {}): Promise<EmbeddingEmulator> =>
  startEmbeddingEmulator(vendor, options);
