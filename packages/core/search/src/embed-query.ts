import { createHmac } from 'node:crypto';
import type { ProviderConfig } from '@docfleet/domain/namespace';
import type { Embedder } from '@docfleet/embedding';
import { AppError } from '@docfleet/errors';
import { invalidField } from '@docfleet/errors/issues';
import type { Generation } from '@docfleet/pipeline/providers';
import type { Cache } from '@docfleet/redis/cache';
import type { Search } from './search-request.ts';

const lifetimeMs = 24 * 3_600_000;

/** Query text with its organization and the configuration of the model that embeds it. */
interface Query {
  readonly organizationId: string;
  readonly config: ProviderConfig | undefined;
  readonly text: string;
}

/**
 * Key of the cache of query vectors, which are shared within one organization, one model behind one address, and one credential. Otherwise
 * a caller could learn what other organizations have searched for, and search at their expense: by the time that it takes also with LOCAL
 * and with the operator's key.
 */
function cacheKey({ organizationId, config, text }: Query): string {
  const { apiKey = '', ...model }: Partial<ProviderConfig> = config ?? {};
  const identity = JSON.stringify([organizationId, Object.entries(model).toSorted(), text]);
  return `query-vector:${createHmac('sha256', String(apiKey)).update(identity).digest('base64url')}`;
}

const toBytes = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** A copy, because bytes from a socket may begin at an address that no float may. */
const fromBytes = (bytes: Uint8Array) => new Float32Array(new Uint8Array(bytes).buffer);

/** The vector of a query, from the cache if it was asked before. */
export async function queryVector(
  { embedder, cache }: { embedder: Embedder; cache: Pick<Cache, 'get' | 'set'> },
  query: Query,
  signal: AbortSignal,
): Promise<Float32Array> {
  const key = cacheKey(query);
  const known = await cache.get(key);
  if (known && known.byteLength > 0 && known.byteLength % Float32Array.BYTES_PER_ELEMENT === 0)
    return fromBytes(known);
  const [vector] = await embedder.embed([query.text], 'query', signal);
  if (!vector) throw new Error('The model returned no vector');
  // Nothing waits for the cache, and it does not fail.
  void cache.set(key, toBytes(vector), lifetimeMs);
  return vector;
}

/** A query as it is compared by meaning. */
export interface EmbeddedQuery {
  /** Undefined where words alone are compared. */
  readonly vector: Float32Array | undefined;
  /** Reason why the query was not compared as requested, as a sentence for the customer; undefined when it was. */
  readonly notice: string | undefined;
}

/** A search that can answer by words does not wait longer for its model. */
const modelTimeoutMs = 8_000;
/** A query so short is not refused for its length. */
const minCutLength = 200;

const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'PROVIDER_REJECTED' && error.details['isOfTexts'] === true;

/** Tests whether the model is unavailable for the moment. */
const isAway = (error: unknown): error is Error =>
  (error instanceof AppError && ['PROVIDER_UNAVAILABLE', 'PROVIDER_RATE_LIMITED'].includes(error.code)) ||
  (error instanceof Error && error.name === 'TimeoutError');

/** Asks the model for the vector of a text. */
async function ask(search: Search, generation: Generation, text: string, signal: AbortSignal) {
  const { cache, time, owner: organizationId, atVendor } = search;
  const { embedder } = generation;
  const config = generation.configs.embeddingModelConfig;
  return atVendor(embedder, () =>
    time('embed', () => queryVector({ embedder, cache }, { organizationId, config, text }, signal)),
  );
}

/** The first half of a text, to the end of a word. */
function firstHalf(text: string): string {
  const half = text.slice(0, Math.floor(text.length / 2)).toWellFormed();
  const end = half.search(/\s\S*$/u);
  return end > half.length / 2 ? half.slice(0, end) : half;
}

/** Cuts a query that the model refuses until it is read. */
async function embedWhatIsRead(
  search: Search,
  generation: Generation,
  signal: AbortSignal,
): Promise<EmbeddedQuery> {
  const whole = search.parsed.text;
  let text = whole;
  for (;;) {
    try {
      const vector = await ask(search, generation, text, signal);
      const notice = `The query is longer than the model reads: only its first ${text.length} characters were compared by meaning`;
      return { vector, notice: text === whole ? undefined : notice };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (text.length < minCutLength)
        throw invalidField(
          'INVALID_SEARCH_REQUEST',
          'query',
          `is refused by the embedding model: ${error.details.reason ?? error.message}`,
        );
      text = firstHalf(text);
    }
  }
}

const reasonOf = (error: Error) => (error instanceof AppError && error.details.reason) || error.message;

/**
 * Embeds the query of a search that compares meaning. Where the model is away or refuses it, a search that compares words as well goes on with
 * those, and its notice says so; one of meaning alone rejects as the model did, or with INVALID_SEARCH_REQUEST.
 */
export async function embedQuery(search: Search, generation: Generation): Promise<EmbeddedQuery> {
  const { signal, request } = search;
  const { semanticWeight, keywordWeight } = request.weights ?? { semanticWeight: 1, keywordWeight: 0 };
  if (semanticWeight === 0) return { vector: undefined, notice: undefined };
  if (keywordWeight === 0) return embedWhatIsRead(search, generation, signal);
  const soon = AbortSignal.any([signal, AbortSignal.timeout(modelTimeoutMs)]);
  try {
    return await embedWhatIsRead(search, generation, soon);
  } catch (error) {
    signal.throwIfAborted();
    const isRefused = error instanceof AppError && error.code === 'INVALID_SEARCH_REQUEST';
    if (!isRefused && !isAway(error)) throw error;
    return {
      vector: undefined,
      notice: `The embedding model does not answer, and words alone were compared (${reasonOf(error)})`,
    };
  }
}

/** The vector for a store that finds nothing without one; rejects as the model did. */
export const embedWhole = (search: Search, generation: Generation): Promise<Float32Array> =>
  ask(search, generation, search.parsed.text, search.signal);
