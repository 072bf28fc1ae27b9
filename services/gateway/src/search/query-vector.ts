import { createHmac } from 'node:crypto';
import type { ProviderConfig } from '@docfleet/domain/namespace';
import type { Embedder } from '@docfleet/embedding';
import type { Cache } from '@docfleet/redis/cache';

const lifetimeMs = 24 * 3_600_000;

/**
 * Which vectors are alike: those of one model behind one address and one credential. Without the credential a
 * caller could learn what other organizations have searched for, and search at their expense.
 */
function cacheKey(config: ProviderConfig | undefined, text: string): string {
  const { apiKey = '', ...model }: Partial<ProviderConfig> = config ?? {};
  const identity = JSON.stringify([Object.entries(model).toSorted(), text]);
  return `query-vector:${createHmac('sha256', String(apiKey)).update(identity).digest('base64url')}`;
}

const toBytes = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** A copy, because bytes from a socket may begin at an address that no float may. */
const fromBytes = (bytes: Uint8Array) => new Float32Array(new Uint8Array(bytes).buffer);

/** The vector of a query, from the cache if it was asked before. */
export async function queryVector(
  {
    embedder,
    config,
    cache,
  }: { embedder: Embedder; config: ProviderConfig | undefined; cache: Pick<Cache, 'get' | 'set'> },
  text: string,
  signal: AbortSignal,
): Promise<Float32Array> {
  const key = cacheKey(config, text);
  const known = await cache.get(key);
  if (known && known.byteLength > 0 && known.byteLength % Float32Array.BYTES_PER_ELEMENT === 0)
    return fromBytes(known);
  const [vector] = await embedder.embed([text], 'query', signal);
  if (!vector) throw new Error('The model returned no vector');
  // Nothing waits for the cache, and it does not fail.
  void cache.set(key, toBytes(vector), lifetimeMs);
  return vector;
}
