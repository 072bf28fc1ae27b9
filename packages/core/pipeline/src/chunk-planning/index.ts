export { contextTokens, createContextPrompts } from './context-prompt.ts';
export {
  type ChunkSizes,
  type ChunkToEmbed,
  effectiveChunkSizes,
  type PlannedDocument,
  planChunks,
} from './plan-chunks.ts';
