import { createHash } from 'node:crypto';
import type { NamespaceProviders } from '@docfleet/pipeline/providers';
import { LRUCache } from 'lru-cache';
import { createEmbeddingBatcher, type EmbeddingBatcher, type OnBatch } from './embedding-batcher.ts';

/** Batchers by model and key, whichever namespaces use them: they share the provider's limits. */
export interface EmbeddingBatchers {
  for(providers: Pick<NamespaceProviders, 'configs' | 'embedder'>): EmbeddingBatcher;
}

const maxKept = 500;

/** Opens them; `onBatch` is called for every request of all. */
export function createEmbeddingBatchers(onBatch?: OnBatch): EmbeddingBatchers {
  const batchers = new LRUCache<string, EmbeddingBatcher>({ max: maxKept });
  return {
    for({ configs, embedder }) {
      // Hashed, so that no key stands in memory longer than its embedder does.
      const key = createHash('sha256').update(JSON.stringify(configs.embeddingModelConfig)).digest('base64');
      const batcher = batchers.get(key) ?? createEmbeddingBatcher(embedder, onBatch);
      batchers.set(key, batcher);
      return batcher;
    },
  };
}
