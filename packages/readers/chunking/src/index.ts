export type { Chunk, ChunkOptions } from './chunk.ts';
export { type Chunker, chunkMarkdown, createChunker } from './chunker.ts';
export { createPlainTextWriter, type PlainTextWriter } from './plain-text/plain-text.ts';
export { countTokens } from './tokenizer/count-tokens.ts';
