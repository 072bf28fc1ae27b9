export {
  deleteStaleChunks,
  findStaleChunks,
  findStoredVectors,
  findUnknownVectors,
  type LocatedChunk,
  listVectors,
  markStored,
  type PlannedChunk,
  recordChunks,
} from './chunks.ts';
export {
  type ContextModel,
  contextKey,
  contextOrigin,
  deleteUnusedContexts,
  readContexts,
  recordContext,
  takeContexts,
} from './contexts.ts';
export {
  type ActiveChunk,
  type DocumentPage,
  findActiveChunks,
  findVisibleDocuments,
  type VisibleTo,
} from './find-active-chunks.ts';
export { type ChunkPlace, listChunks } from './list-chunks.ts';
export {
  type ChunkLocation,
  chunkLocation,
  DocumentLocations,
  type LocationEntry,
  locationEntry,
} from './location.ts';
export { type SampledChunk, sampleChunks } from './sample-chunks.ts';
export { createVectorId, documentOfVector, generationOfVector, vectorIdIn } from './vector-id.ts';
