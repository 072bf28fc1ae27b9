import { type Chunk, type ChunkOptions, checkChunkOptions } from './chunk.ts';
import { createBlockReader } from './markdown/block-reader.ts';
import { createLineReader } from './markdown/line-reader.ts';
import { createChunkBuilder } from './packing/chunk-builder.ts';
import { createUnitWriter, type UnitLimits } from './units/unit-writer.ts';

/** Takes a document piece by piece and returns its chunks as soon as they are certain. */
export interface Chunker {
  push(text: string): Chunk[];
  end(): Chunk[];
}

/**
 * Cuts one Markdown document into chunks of at most `chunkSize` tokens.
 *
 * - The chunks are the same however the document is cut into pieces. Memory is bounded: the text of about three chunks is held.
 * - Nothing but white space is lost: every other character of the source lies between `start` and `end` of some chunk.
 * - The limit has one exception: a single code point of more tokens than `chunkSize` (at most 4) is a chunk of its own.
 * - A chunk preferably begins at a heading, else at a paragraph, a sentence, a line, a word. A heading stays with
 *   what follows. Lists, tables, quotes, fences, HTML blocks that fit in a chunk are not cut.
 * - A chunk begins with the headings it lies under, as lines of Markdown, as far as they take at most an eighth of it.
 * - Where prose is cut, a chunk repeats the last sentences of the one before, at most `chunkOverlap` tokens (words,
 *   where no sentence is so short). It repeats nothing over a heading, code, a table or HTML, and less than that where
 *   a block that is kept whole needs the room.
 * - An edit changes the chunks around it alone: boundaries depend on the text near them, not on where earlier chunks end.
 *
 * Throws INVALID_CHUNK_CONFIG for options out of range.
 */
export function createChunker(options: ChunkOptions): Chunker {
  checkChunkOptions(options);
  let chunks: Chunk[] = [];
  const builder = createChunkBuilder(options, (chunk) => chunks.push(chunk));
  const writer = createUnitWriter(unitLimits(options), (unit) => builder.add(unit));
  const blocks = createBlockReader(writer);
  const lines = createLineReader((line) => blocks.push(line));

  const takeChunks = () => {
    const taken = chunks;
    chunks = [];
    return taken;
  };

  return {
    push(text) {
      lines.push(text);
      return takeChunks();
    },
    end() {
      lines.end();
      blocks.end();
      builder.end();
      return takeChunks();
    },
  };
}

/** The chunks of a document that is at hand as a whole: see `createChunker`. */
export function chunkMarkdown(text: string, options: ChunkOptions): Chunk[] {
  const chunker = createChunker(options);
  return [...chunker.push(text), ...chunker.end()];
}

const maxHeadingsTokens = 256;

function unitLimits({ chunkSize, chunkOverlap }: ChunkOptions): UnitLimits {
  const fresh = chunkSize - chunkOverlap;
  // A sentence longer than the overlap is cut into words, so that some of them can be repeated.
  const longestRepeated = chunkOverlap > 0 ? chunkOverlap : fresh;
  return {
    group: chunkSize,
    piece: Math.max(1, Math.floor(Math.min(fresh / 4, longestRepeated))),
    headings: Math.min(maxHeadingsTokens, Math.floor(chunkSize / 2)),
  };
}
