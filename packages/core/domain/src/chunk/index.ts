export {
  createVectorId,
  deleteStaleChunks,
  documentOfVector,
  findStaleChunks,
  findStoredVectors,
  findUnknownVectors,
  generationOfVector,
  type LocatedChunk,
  listVectors,
  markStored,
  type PlannedChunk,
  recordChunks,
  vectorIdIn,
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
  type ChunkPlace,
  type DocumentPage,
  findActiveChunks,
  findVisibleDocuments,
  listChunks,
  type SampledChunk,
  sampleChunks,
  type VisibleTo,
} from './find-active-chunks.ts';
export {
  type ChunkLocation,
  chunkLocation,
  DocumentLocations,
  joinLocations,
  type LocationEntry,
  locationEntry,
} from './location.ts';
