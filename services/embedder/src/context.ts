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
import { createFairShare, type FairShare } from './fair-share.ts';

/** Ranges of documents that are purged, or get new metadata, at once. */
export const careConcurrency = 8;

export interface EmbedderContext extends Resources {
  readonly leases: LeaseKeeper;
  readonly documents: DocumentWorker;
  readonly batchers: EmbeddingBatchers;
  readonly sampler: ChunkSampler;
  readonly share: FairShare;
  /** Of the slots for purges and changes of metadata. */
  readonly careShare: FairShare;
}

/** What the embedder's handlers work with; `concurrency` is how many documents it works on at once. */
export function createEmbedderContext(
  scope: Scope,
  resources: Resources,
  { concurrency }: { concurrency: number },
): EmbedderContext {
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
    share: createFairShare(concurrency),
    careShare: createFairShare(careConcurrency),
  };
}
