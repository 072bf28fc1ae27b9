import type { Chunk } from '@docfleet/sdk';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';

const followMs = 1_500;
const ended: readonly string[] = ['SUCCESS', 'FAILED', 'CANCELLED'];

/** Loads a document, repeatedly while it is being processed. */
export const documentQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['document', documentId],
    queryFn: async ({ signal }) => (await api.documents.get({ documentId }, { signal })).document,
    refetchInterval: ({ state }) =>
      state.data && !ended.includes(state.data.ingestionStatus) ? followMs : false,
  });

/** Loads the timeline of a document, again whenever `status` changes. */
export const timelineQuery = (documentId: string, status: string) =>
  queryOptions({
    queryKey: ['document', documentId, 'timeline', status],
    queryFn: async ({ signal }) => (await api.documents.timeline({ documentId }, { signal })).entries,
  });

const chunksOfPage = 50;

/** Loads the chunks of a document page by page, again whenever `status` changes. */
export const chunksQuery = (documentId: string, status: string) =>
  infiniteQueryOptions({
    queryKey: ['document', documentId, 'chunks', status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api.documents.chunks(
        { documentId, pageSize: chunksOfPage, ...(cursor !== undefined && { cursor }) },
        { signal },
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

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
