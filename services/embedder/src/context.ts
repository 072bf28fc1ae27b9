import {
  type ChunkSampler,
  createChunkSampler,
  createDocumentWorker,
  createLeaseKeeper,
  type DocumentWorker,
  type LeaseKeeper,
} from '@docfleet/domain';
import type { Resources } from '@docfleet/resources';
import type { Scope } from '@docfleet/service';
import { createEmbeddingBatchers, type EmbeddingBatchers } from './embedding-batchers.ts';

export interface EmbedderContext extends Resources {
  readonly leases: LeaseKeeper;
  readonly documents: DocumentWorker;
  readonly batchers: EmbeddingBatchers;
  readonly sampler: ChunkSampler;
}

/** What the embedder's handlers work with. */
export function createEmbedderContext(scope: Scope, resources: Resources): EmbedderContext {
  const leases = scope.defer(createLeaseKeeper(resources.database, resources.logger), (keeper) =>
    keeper.close(),
  );
  return {
    ...resources,
    leases,
    documents: createDocumentWorker(resources.database, leases, 'EMBED'),
    batchers: createEmbeddingBatchers(),
    sampler: scope.defer(createChunkSampler(resources.database, resources.logger), (sampler) =>
      sampler.close(),
    ),
  };
}
