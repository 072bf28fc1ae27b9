import type { Readable } from 'node:stream';
import { type ActiveChunk, listChunks } from '@docfleet/domain/chunk';
import type { Database } from '@docfleet/domain/database';
import { documentFileKeys } from '@docfleet/domain/document';
import type { FileStore } from '@docfleet/file-store';
import type { Match } from './match.ts';

interface Slice {
  readonly start: number;
  readonly end: number;
}

/**
 * Texts that lie between positions of a text file, in UTF-16 units; slices may overlap, and come in the order of their starts. The
 * file is read once, as far as the last of them, and nothing else of it is held.
 */
export async function readSlices(body: Readable, slices: readonly Slice[]): Promise<string[]> {
  const texts = slices.map(() => '');
  const lastEnd = Math.max(0, ...slices.map(({ end }) => end));
  let offset = 0;
  let first = 0;
  // A stream's decoder returns whole characters only.
  for await (const part of body.setEncoding('utf8') as AsyncIterable<string>) {
    const partEnd = offset + part.length;
    for (let index = first; index < slices.length; index += 1) {
      const { start, end } = slices[index] as Slice;
      if (start >= partEnd) break;
      texts[index] += part.slice(Math.max(0, start - offset), Math.max(0, end - offset));
      if (index === first && end <= partEnd) first += 1;
    }
    offset = partEnd;
    if (offset >= lastEnd) break;
  }
  return texts;
}

/** Context that a result includes around its chunk: a number of chunks before and after, or the section that the chunk is in. */
export type Expansion = { readonly before: number; readonly after: number } | 'section';

/** Passage of a document's parsed text around a chunk, the chunk included; `start` and `end` are UTF-16 offsets. */
export interface Surroundings {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Characters to each side within which a section's headings are looked for. */
const sectionReach = 8_000;
const heading = /^ {0,3}(#{1,6})[ \t]/gm;

/** The section around the middle of a text: from the last heading before it to the next of the same or a higher level. */
function sectionAround(text: string, from: number, to: number): { start: number; end: number } {
  const headings = [...text.matchAll(heading)].map(({ index, 1: marks = '' }) => ({
    index,
    level: marks.length,
  }));
  const own = headings.findLast(({ index }) => index <= from);
  const next = headings.find(({ index, level }) => index >= to && level <= (own?.level ?? 6));
  return { start: own?.index ?? 0, end: next?.index ?? text.length };
}

const spanOf = (slices: readonly Slice[]): Slice => ({
  start: Math.min(...slices.map(({ start }) => start)),
  end: Math.max(...slices.map(({ end }) => end)),
});

/** A match and the neighbors that are shown with it, in the order of the document. */
export const partsOf = (match: Match): readonly Match[] =>
  [match, ...(match.neighbors ?? [])].toSorted((a, b) => a.chunk.ordinal - b.chunk.ordinal);

/** Returns the parts of a chunk's text before and after its range of the document: the headings above it, a table's header, marks of code that was cut; undefined where the part is not in it as it was written. */
function frameOf({ hit, chunk }: Match, document: string, offset: number) {
  const body = document.slice(chunk.start - offset, chunk.end - offset).trim();
  const [before, after] = [hit.text.indexOf(body), hit.text.lastIndexOf(body)];
  if (before < 0) return undefined;
  return { before: hit.text.slice(0, before), after: hit.text.slice(after + body.length) };
}

/** The text of matches that follow each other, as the document has it, below the headings of the first; their texts one below the other where the document cannot be read. */
export async function readPassage(
  fileStore: FileStore,
  parts: readonly Match[],
  signal: AbortSignal,
): Promise<string> {
  const [first, last] = [parts[0], parts.at(-1)] as [Match, Match];
  const { documentId, contentRevision } = first.chunk;
  const span = spanOf(parts.map(({ chunk }) => chunk));
  const file = await fileStore.get(documentFileKeys(documentId, contentRevision).parsed, signal);
  const [text = ''] = file ? await readSlices(file.body, [span]) : [];
  const before = frameOf(first, text, span.start)?.before;
  const after = frameOf(last, text, span.start)?.after;
  return before === undefined || after === undefined || text === ''
    ? parts.map(({ hit }) => hit.text).join('\n\n')
    : `${before}${text.trim()}${after}`;
}

async function rangeOf(
  database: Database,
  parts: readonly ActiveChunk[],
  { before, after }: { readonly before: number; readonly after: number },
): Promise<{ start: number; end: number }> {
  const [first] = parts as readonly [ActiveChunk, ...ActiveChunk[]];
  const { documentId, revision, ordinal } = first;
  const places = await listChunks(database, {
    documentId,
    revision,
    after: ordinal - before - 1,
    limit: before + parts.length + after,
  });
  return spanOf([...parts, ...places]);
}

/** Reads the text around a match from the document's parsed file; undefined when it has none. Embeds nothing. */
export async function expandResult(
  { database, fileStore }: { readonly database: Database; readonly fileStore: FileStore },
  match: Match,
  expansion: Expansion,
  signal: AbortSignal,
): Promise<Surroundings | undefined> {
  const { chunk } = match;
  const parts = partsOf(match).map((part) => part.chunk);
  const { start: from, end: to } = spanOf(parts);
  const file = await fileStore.get(documentFileKeys(chunk.documentId, chunk.contentRevision).parsed, signal);
  if (!file) return undefined;
  if (expansion !== 'section') {
    const range = await rangeOf(database, parts, expansion);
    const [text = ''] = await readSlices(file.body, [range]);
    return { text, ...range };
  }
  const start = Math.max(0, from - sectionReach);
  const [text = ''] = await readSlices(file.body, [{ start, end: to + sectionReach }]);
  const section = sectionAround(text, from - start, to - start);
  return {
    text: text.slice(section.start, section.end).trimEnd(),
    start: start + section.start,
    end: start + section.end,
  };
}
