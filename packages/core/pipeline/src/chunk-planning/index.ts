export {
  type ChunkSizes,
  type ChunkToEmbed,
  contextTokens,
  createContextPrompts,
  effectiveChunkSizes,
  type PlannedDocument,
  planChunks,
} from './plan-chunks.ts';
