import {
  createDocumentWorker,
  createLeaseKeeper,
  type DocumentWorker,
  type LeaseKeeper,
} from '@docfleet/domain/document';
import { type ChunkSampler, createChunkSampler } from '@docfleet/domain/keyword-sample';
import type { Resources } from '@docfleet/pipeline/resources';
import { createFairShare, type FairShare } from '@docfleet/queues';
import type { Scope } from '@docfleet/runtime/service';
import { type ContextRequests, createContextRequests } from './chunk-contexts.ts';
import { createEmbeddingBatchers, type EmbeddingBatchers } from './embedding-batcher.ts';
import { createUnstoredVectors, type UnstoredVectors } from './unstored-vectors.ts';

/** Ranges of documents that are purged, or get new metadata, at once. */
export const careConcurrency = 8;

export interface EmbedderContext extends Resources {
  readonly leases: LeaseKeeper;
  readonly documents: DocumentWorker;
  readonly batchers: EmbeddingBatchers;
  readonly unstored: UnstoredVectors;
  readonly contextRequests: ContextRequests;
  readonly sampler: ChunkSampler;
  /** The turns of documents whose model computes in this very process. */
  readonly computing: FairShare;
}

/**
 * Concurrent computations: more would not be faster on one thread, only later each. This many fill the commits of LANCEDB, and leave
 * room for a namespace that has only one.
 */
const computingAtOnce = 16;

/** Opens the dependencies of the handlers. */
export function createEmbedderContext(scope: Scope, resources: Resources): EmbedderContext {
  const leases = scope.defer(createLeaseKeeper(resources.database, resources.logger), (keeper) =>
    keeper.close(),
  );
  return {
    ...resources,
    leases,
    documents: createDocumentWorker(resources.database, leases, 'EMBED'),
    computing: createFairShare(computingAtOnce),
    unstored: createUnstoredVectors(),
    batchers: createEmbeddingBatchers(resources.metrics.batchSent),
    contextRequests: createContextRequests(),
    sampler: scope.defer(createChunkSampler(resources.database, resources.logger), (sampler) =>
      sampler.close(),
    ),
  };
}
