export { contextTokens, createContextPrompts } from './context-prompt.ts';
export { countContent, type DocumentToCount } from './count-content.ts';
export {
  type ChunkSizes,
  type ChunkToEmbed,
  effectiveChunkSizes,
  planChunks,
} from './plan-chunks.ts';
