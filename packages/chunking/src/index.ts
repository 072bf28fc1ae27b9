export type { Chunk } from './chunk.ts';
export type { ChunkOptions } from './chunk-options.ts';
export { type Chunker, chunkMarkdown, createChunker } from './chunker.ts';
export { createPlainTextWriter, type PlainTextWriter } from './plain-text/plain-text.ts';
export { countTokens } from './tokenizer/count-tokens.ts';
