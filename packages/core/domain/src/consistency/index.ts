export { countMoving } from './at-rest.ts';
export {
  type ChunkDiscrepancy,
  countOrphanSamples,
  findChunkDiscrepancies,
  findOrphanChunks,
  removeOrphanChunks,
  removeOrphanSamples,
} from './chunk-rows.ts';
export { addToDigest, type Digest, differingBuckets } from './digest.ts';
export { type CountDifference, correctCounts, findWrongCounts } from './document-counts.ts';
export { type ExpiredChannels, findExpiredChannels } from './expired-channels.ts';
export { compareFiles, digestNeededFiles, type ListedFile, readNeededFiles } from './file-rows.ts';
export { findByBucket } from './find-by-bucket.ts';
export { findExistingDocuments, findIngestedNamespaces, findKnownPlaces } from './known-places.ts';
export { requestCleaning, requestContent, requestMaintenance, requestWork } from './request-again.ts';
export { correctRun, findWrongRuns, type RunDiscrepancy } from './run-counts.ts';
export { findStuckDocuments, type StuckDocument } from './stuck-documents.ts';
export { compareListedVectors, compareVectors, digestVisibleVectors } from './vector-rows.ts';
