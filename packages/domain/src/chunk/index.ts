export {
  findStaleChunks,
  findStoredVectors,
  findUnknownVectors,
  forgetStaleChunks,
  type LocatedChunk,
  listVectors,
  markStored,
  type PlannedChunk,
  recordChunks,
} from './chunks.ts';
export {
  type ActiveChunk,
  findActiveChunks,
  findPendingMatches,
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
export { createVectorId, documentOfVector, generationOfVector } from './vector-id.ts';
