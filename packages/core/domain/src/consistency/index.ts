export {
  type ChunkDiscrepancy,
  countOrphanSamples,
  findChunkDiscrepancies,
  findOrphanChunks,
  removeOrphanChunks,
  removeOrphanSamples,
} from './chunk-rows.ts';
export {
  type CountDifference,
  correctCounts,
  correctRun,
  findWrongCounts,
  findWrongRuns,
  type RunDiscrepancy,
} from './counts.ts';
export { addToDigest, countMoving, type Digest, differingBuckets, findByBucket } from './digest.ts';
export {
  compareFiles,
  digestNeededFiles,
  findExistingDocuments,
  findIngestedNamespaces,
  findKnownPlaces,
  type ListedFile,
  readNeededFiles,
} from './file-rows.ts';
export {
  type ExpiredChannels,
  findExpiredChannels,
  findStuckDocuments,
  requestCleaning,
  requestContent,
  requestMaintenance,
  requestWork,
  type StuckDocument,
} from './request-again.ts';
export { compareListedVectors, compareVectors, digestVisibleVectors } from './vector-rows.ts';
