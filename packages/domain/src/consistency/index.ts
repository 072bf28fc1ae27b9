export {
  type ChunkDiscrepancy,
  findChunkDiscrepancies,
  findOrphanChunks,
  removeOrphanChunks,
} from './chunk-rows.ts';
export { addToDigest, type Digest, differingBuckets } from './digest.ts';
export { type CountDifference, correctCounts, findWrongCounts } from './document-counts.ts';
export { compareFiles, digestNeededFiles, type ListedFile, readNeededFiles } from './file-rows.ts';
export { findByBucket } from './find-by-bucket.ts';
export { countMoving } from './moving-documents.ts';
export { countOrphanSamples, removeOrphanSamples } from './orphan-samples.ts';
export { requestCleaning, requestContent, requestWork } from './request-again.ts';
export { correctRun, findWrongRuns, type RunDiscrepancy } from './run-counts.ts';
export { findStuckDocuments, type StuckDocument } from './stuck-documents.ts';
export { compareListedVectors, compareVectors, digestVisibleVectors } from './vector-rows.ts';
