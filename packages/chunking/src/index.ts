export type { Chunk } from './chunk.ts';
export type { ChunkOptions } from './chunk-options.ts';
export { type Chunker, chunkMarkdown, createChunker } from './chunker.ts';
export { countTokens } from './tokenizer/count-tokens.ts';
