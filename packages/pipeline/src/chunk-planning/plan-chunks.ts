import { createHash } from 'node:crypto';
import { type Chunk, createChunker } from '@docfleet/chunking';
import { createVectorId, type PlannedChunk } from '@docfleet/domain/chunk';
import type { ClaimedDocument } from '@docfleet/domain/document';
import type { Embedder } from '@docfleet/embedding';
import { startSlices } from '@docfleet/runtime/slices';

/** A chunk with its place and its id in the vector store. */
export interface ChunkToEmbed extends PlannedChunk {
  readonly text: string;
  /** Titles of the headings that it lies under, the outermost first. */
  readonly headings: readonly string[];
}

/** Chunks that are worked on together: what a worker holds of a document, however long it is. */
const windowSize = 256;

/** Characters that are cut before others' work goes on. */
const charactersAtOnce = 8_192;

/** In tokens. */
export type ChunkSizes = Pick<ClaimedDocument, 'chunkSize' | 'chunkOverlap'>;

/** What of a document goes into the ids of its vectors. */
export type PlannedDocument = Pick<
  ClaimedDocument,
  'id' | 'generation' | 'ingestionSource' | 'documentType'
> &
  // Whose documents take turns with those of others.
  Partial<Pick<ClaimedDocument, 'namespaceId'>>;

/** A model reads no further than its limit, so a chunk is never longer. */
export function effectiveChunkSizes(asked: ChunkSizes, { limits }: Pick<Embedder, 'limits'>): ChunkSizes {
  const chunkSize = Math.min(asked.chunkSize, limits.tokensPerInput);
  const chunkOverlap = Math.min(
    asked.chunkOverlap,
    Math.floor((asked.chunkOverlap / asked.chunkSize) * chunkSize),
  );
  return { chunkSize, chunkOverlap };
}

/**
 * Makes ids: the document, and a hash of all that a vector is made of. The same content has the same id in every revision of a generation; a
 * text that stands in a document twice gets a number behind it.
 */
function createVectorIds(
  document: PlannedDocument,
  { provider, model }: { provider: string; model: string },
) {
  const origin = JSON.stringify([provider, model, document.ingestionSource, document.documentType]);
  const seen = new Map<string, number>();
  return (text: string): string => {
    const hash = createHash('sha256')
      .update(origin)
      .update('\0')
      .update(text)
      .digest('base64url')
      .slice(0, 22);
    const count = seen.get(hash) ?? 0;
    seen.set(hash, count + 1);
    return createVectorId(document.id, document.generation, `${hash}${count === 0 ? '' : `.${count}`}`);
  };
}

async function* inParts(pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces)
    for (let from = 0; from < piece.length; from += charactersAtOnce)
      yield piece.slice(from, from + charactersAtOnce);
}

/** Cuts pieces of Markdown into windows of chunks, as they come. */
export async function* planChunks(
  pieces: Iterable<string> | AsyncIterable<string>,
  document: PlannedDocument,
  sizes: ChunkSizes,
  model: { provider: string; model: string },
): AsyncGenerator<{ chunks: ChunkToEmbed[]; characters: number; last: boolean }> {
  const chunker = createChunker(sizes);
  const vectorId = createVectorIds(document, model);
  let ordinal = 0;
  let characters = 0;
  let window: ChunkToEmbed[] = [];
  const plan = ({ text, tokens, start, end, headings }: Chunk): ChunkToEmbed => ({
    vectorId: vectorId(text),
    ordinal: ordinal++,
    tokens,
    start,
    end,
    text,
    headings,
  });
  const slice = startSlices({ owner: document.namespaceId ?? '' });
  for await (const piece of inParts(pieces)) {
    characters += piece.length;
    window.push(...chunker.push(piece).map(plan));
    await slice();
    while (window.length > windowSize)
      yield { chunks: window.splice(0, windowSize), characters: 0, last: false };
  }
  window.push(...chunker.end().map(plan));
  while (window.length > windowSize)
    yield { chunks: window.splice(0, windowSize), characters: 0, last: false };
  yield { chunks: window, characters, last: true };
  window = [];
}
