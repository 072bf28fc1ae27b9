import { fingerprintOf } from '@docfleet/domain/namespace';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import { LRUCache } from 'lru-cache';

/** The maximum size: some sixteen thousand vectors of 1,024 dimensions. */
const maxBytes = 64 * 1024 * 1024;

type Model = Pick<NamespaceProviders, 'configs'>;

/**
 * Vectors that were paid for and that a store did not take: the next attempt stores them instead of embedding their texts again. A vector's
 * id begins with its `documentId`, so no customer finds those of another.
 */
export interface UnstoredVectors {
  keep(model: Model, vectors: Iterable<readonly [vectorId: string, vector: Float32Array]>): void;
  find(model: Model, vectorId: string): Float32Array | undefined;
  /** Lets go of what a store has taken. */
  forget(model: Model, vectorIds: Iterable<string>): void;
}

/** Keeps the newest unstored vectors in memory: what a restart loses of them is embedded again. */
export function createUnstoredVectors(): UnstoredVectors {
  const kept = new LRUCache<string, Float32Array>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
  });
  // An id names the model, but neither its server nor the dimensions that are asked for.
  const modelKey = ({ configs: { embeddingModelConfig: config } }: Model) =>
    config ? fingerprintOf('embeddingModelConfig', config) : '';
  return {
    keep(model, vectors) {
      const place = modelKey(model);
      for (const [vectorId, vector] of vectors) kept.set(`${place} ${vectorId}`, vector);
    },
    find: (model, vectorId) => (kept.size === 0 ? undefined : kept.get(`${modelKey(model)} ${vectorId}`)),
    forget(model, vectorIds) {
      if (kept.size === 0) return;
      const place = modelKey(model);
      for (const vectorId of vectorIds) kept.delete(`${place} ${vectorId}`);
    },
  };
}
