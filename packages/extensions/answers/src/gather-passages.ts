import type { SearchResult } from '@docfleet/search';

/** A chunk that searches have found, with its namespace. */
export interface FoundChunk extends SearchResult {
  readonly namespaceName: string;
  readonly namespaceId: string;
  /** The cosine of question and chunk, where it shows how much they have in common. */
  readonly similarity?: number | undefined;
}

/** Found chunks next to each other in a document, as the model reads it. */
export interface Passage {
  /** Number that the model calls it by, from 1. */
  readonly number: number;
  readonly title: string;
  readonly text: string;
  /** In the order of the document. */
  readonly chunks: readonly FoundChunk[];
}

/** About 3,000 tokens: with its answer it fits into the 4,096 that small models on one's own machine have. */
export const maxPassageCharacters = 12_000;
/**
 * Maximum of characters of a chunk; sentences are verified against whole chunks, which may consist mostly of text shared with their
 * neighbors.
 */
const maxChunkCharacters = 3 * maxPassageCharacters;

/** The best of the chunks, as far as they are worth reading. */
function cutFound(found: readonly FoundChunk[]): FoundChunk[] {
  let left = maxChunkCharacters;
  return found.filter(({ text }) => {
    const fits = left > 0;
    left -= Math.min(text.length, maxPassageCharacters);
    return fits;
  });
}

const isNext = (a: FoundChunk, b: FoundChunk) =>
  a.chunk.documentId === b.chunk.documentId &&
  a.chunk.revision === b.chunk.revision &&
  a.chunk.ordinal + 1 === b.chunk.ordinal;

/** A chunk without the headings that stand above it and without what the chunk before it has as well. */
function withoutOverlap(before: FoundChunk, after: FoundChunk): string {
  const body = after.text.slice(Math.max(0, after.text.length - (after.chunk.end - after.chunk.start)));
  const overlap = before.chunk.end - after.chunk.start;
  const repeated = overlap > 0 ? body.slice(0, overlap).trim() : '';
  return repeated !== '' && before.text.trimEnd().endsWith(repeated) ? body.slice(overlap) : after.text;
}

/** Chunks in runs of neighbors, each at the place of its best. */
function joinNeighbors(found: readonly FoundChunk[]): FoundChunk[][] {
  const runs: FoundChunk[][] = [];
  const inOrder = found.toSorted((a, b) => a.chunk.ordinal - b.chunk.ordinal);
  for (const chunks of Map.groupBy(inOrder, ({ chunk }) => chunk.documentId).values())
    for (const chunk of chunks) {
      const last = runs.at(-1)?.at(-1);
      if (last && isNext(last, chunk)) runs.at(-1)?.push(chunk);
      else runs.push([chunk]);
    }
  const rank = new Map(found.map((chunk, at) => [chunk, at]));
  const rankOf = (run: readonly FoundChunk[]) => Math.min(...run.map((chunk) => rank.get(chunk) ?? 0));
  return runs.toSorted((a, b) => rankOf(a) - rankOf(b));
}

function textOf(chunks: readonly FoundChunk[]): string {
  return chunks
    .map((chunk, at) => {
      const before = chunks[at - 1];
      return before ? withoutOverlap(before, chunk) : chunk.text;
    })
    .join('\n');
}

/** Merges the results of searches into passages, best first: joins neighboring chunks, and leaves out text beyond the model's budget. */
export function gatherPassages(found: readonly FoundChunk[]): Passage[] {
  const passages: Passage[] = [];
  let left = maxPassageCharacters;
  for (const chunks of joinNeighbors(cutFound(found))) {
    const text = textOf(chunks).slice(0, left);
    if (text.trim() === '') continue;
    left -= text.length;
    const title = chunks[0]?.chunk.name ?? chunks[0]?.chunk.externalId ?? '';
    passages.push({ number: passages.length + 1, title, text, chunks });
    if (left <= 0) break;
  }
  return passages;
}
