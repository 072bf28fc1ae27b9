import { createHash } from 'node:crypto';
import { type Chunk, countTokens, createChunker } from '@docfleet/chunking';
import { type ContextModel, contextOrigin, createVectorId, type PlannedChunk } from '@docfleet/domain/chunk';
import { type ClaimedDocument, embeddedText } from '@docfleet/domain/document';
import type { Embedder } from '@docfleet/embedding';
import { startSlices } from '@docfleet/runtime/slices';
import { withoutUnseen } from '@docfleet/text/unseen';
import { contextTokens } from './context-prompt.ts';

/** A chunk with its place and its id in the vector store. */
export interface ChunkToEmbed extends PlannedChunk {
  readonly text: string;
  /** The text below the title of its document, and its sentence of context once it has one: what its vector and its keywords are made of. */
  readonly embedded: string;
  /** Titles of the headings that it lies under, the outermost first. */
  readonly headings: readonly string[];
}

/** Chunks that are worked on together: what a worker holds of a document, however long it is. */
const windowSize = 256;

/** Characters that are cut before others' work goes on. */
const charactersAtOnce = 2_048;

/** Chunk sizes in tokens. */
export type ChunkSizes = Pick<ClaimedDocument, 'chunkSize' | 'chunkOverlap'>;

/** Properties of a document that its vector ids are derived from. */
export interface PlannedDocument
  extends Pick<ClaimedDocument, 'id' | 'generation' | 'ingestionSource' | 'documentType'>,
    // Namespace, whose documents take turns with those of others.
    Partial<Pick<ClaimedDocument, 'namespaceId'>> {
  /** Title that is embedded above each chunk; undefined for none. */
  readonly title: string | undefined;
  /** Model that writes the context sentence of each chunk; undefined when chunks are embedded without one. */
  readonly contextModel?: ContextModel | undefined;
}

const tokensOfTitle = (title: string | undefined) => countTokens(embeddedText(title, ''));

/** A model reads no further than its limit, so a chunk is never longer, with the title and the sentence of context above it. */
export function effectiveChunkSizes(
  asked: ChunkSizes,
  { limits }: Pick<Embedder, 'limits'>,
  { title, contextModel }: Pick<PlannedDocument, 'title' | 'contextModel'>,
): ChunkSizes {
  const above = tokensOfTitle(title) + (contextModel ? contextTokens : 0);
  const chunkSize = Math.min(asked.chunkSize, Math.max(1, limits.tokensPerInput - above));
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
  const { ingestionSource, documentType, title, contextModel } = document;
  const made = [provider, model, ingestionSource, documentType];
  // An absent value keeps the ids of versions that did not know of it.
  const titled = title === undefined && !contextModel ? made : [...made, title ?? null];
  const origin = JSON.stringify(contextModel ? [...titled, contextOrigin(contextModel)] : titled);
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
  const titleTokens = tokensOfTitle(document.title);
  const plan = (chunk: Chunk): ChunkToEmbed[] => {
    const { start, end, headings } = chunk;
    // A model reads what people do not see, and an answer would quote it.
    const text = withoutUnseen(chunk.text);
    if (text.trim() === '' && text !== chunk.text) return [];
    const tokens = text === chunk.text ? chunk.tokens : countTokens(text);
    return [
      {
        vectorId: vectorId(text),
        ordinal: ordinal++,
        tokens: tokens + titleTokens,
        start,
        end,
        text,
        embedded: embeddedText(document.title, text),
        headings,
      },
    ];
  };
  const slice = startSlices();
  for await (const piece of inParts(pieces)) {
    characters += piece.length;
    window.push(...chunker.push(piece).flatMap(plan));
    await slice();
    while (window.length > windowSize)
      yield { chunks: window.splice(0, windowSize), characters: 0, last: false };
  }
  window.push(...chunker.end().flatMap(plan));
  while (window.length > windowSize)
    yield { chunks: window.splice(0, windowSize), characters: 0, last: false };
  yield { chunks: window, characters, last: true };
  window = [];
}
