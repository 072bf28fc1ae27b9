import { createHmac } from 'node:crypto';
import type { ProviderConfig } from '@docfleet/domain/namespace';
import type { Embedder } from '@docfleet/embedding';
import type { Cache } from '@docfleet/redis/cache';

const lifetimeMs = 24 * 3_600_000;

/** Query text with its organization and the configuration of the model that embeds it. */
interface Query {
  readonly organizationId: string;
  readonly config: ProviderConfig | undefined;
  readonly text: string;
}

/**
 * Which vectors are alike: those of one organization, one model behind one address, and one credential. Otherwise a caller could learn what
 * other organizations have searched for, and search at their expense: by the time that it takes also with LOCAL and with the operator's key.
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
