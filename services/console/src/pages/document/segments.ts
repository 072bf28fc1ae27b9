import type { Chunk } from '@docfleet/sdk';

/** Piece of the text with the chunks that contain it: two where chunks overlap, none in a gap. */
export interface Segment {
  readonly start: number;
  readonly text: string;
  /** Ordinals of the chunks that contain the segment. */
  readonly chunks: readonly number[];
  /** Chunk that begins at the start of the segment. */
  readonly begins: Chunk | undefined;
}

/** Splits the text wherever a chunk begins or ends. `chunks` are sorted; text between two of them is not embedded. */
export function segmentsOf(chunks: readonly Chunk[]): Segment[] {
  const edges = [...new Set(chunks.flatMap(({ start, end }) => [start, end]))].toSorted((a, b) => a - b);
  const segments: Segment[] = [];
  let first = 0;
  for (const [index, start] of edges.slice(0, -1).entries()) {
    const end = edges[index + 1] ?? start;
    // Chunks are few at any place: those that have ended are not checked again.
    while (first < chunks.length && (chunks[first]?.end ?? 0) <= start) first += 1;
    const within: Chunk[] = [];
    for (let at = first; at < chunks.length && (chunks[at]?.start ?? end) <= start; at++) {
      const chunk = chunks[at];
      if (chunk && chunk.end > start) within.push(chunk);
    }
    const [holder] = within;
    segments.push({
      start,
      text: holder?.text.slice(start - holder.start, end - holder.start) ?? '\n',
      chunks: within.map(({ ordinal }) => ordinal),
      begins: within.find((chunk) => chunk.start === start),
    });
  }
  return segments;
}

/** Range of the text in characters; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the first position of a quote in the text; undefined if no chunk contains it. */
export function spanOf(chunks: readonly Chunk[], quote: string): Span | undefined {
  if (quote === '') return undefined;
  for (const { text, start } of chunks) {
    const at = text.indexOf(quote);
    if (at >= 0) return { start: start + at, end: start + at + quote.length };
  }
  return undefined;
}

/** Splits a segment's text at the ends of a quote. `start` is the segment's position in the document. */
export function splitAt(
  text: string,
  start: number,
  quote: Span | undefined,
): { readonly part: string; readonly isQuoted: boolean }[] {
  const first = Math.max(0, (quote?.start ?? 0) - start);
  const last = Math.min(text.length, (quote?.end ?? 0) - start);
  if (!quote || first >= last) return [{ part: text, isQuoted: false }];
  return [
    { part: text.slice(0, first), isQuoted: false },
    { part: text.slice(first, last), isQuoted: true },
    { part: text.slice(last), isQuoted: false },
  ].filter(({ part }) => part !== '');
}
