import type { Readable } from 'node:stream';
import { listChunks } from '@docfleet/domain/chunk';
import type { Database } from '@docfleet/domain/database';
import { documentFileKeys } from '@docfleet/domain/document';
import type { FileStore } from '@docfleet/file-store';
import { analyzeText, type Language } from '@docfleet/text-analysis';
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

/** Position of a query word in a text, in UTF-16 units. */
export interface Highlight {
  readonly start: number;
  readonly end: number;
}

/** A piece of a snippet, and whether it is a word of the query. */
export interface SnippetPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const snippetLength = 240;
/** More than a reader looks at. */
const maxHighlights = 200;

/** The places in a text where terms of a query stand, in whatever form; neighbours are joined. */
export function findHighlights(
  text: string,
  terms: ReadonlySet<string>,
  language: Language | undefined,
): Highlight[] {
  const found: { start: number; end: number }[] = [];
  const known = new Map<string, boolean>();
  for (const { segment, index, isWordLike } of words.segment(text)) {
    if (!isWordLike) continue;
    let isMatch = known.get(segment);
    if (isMatch === undefined) {
      isMatch = analyzeText(segment, language).terms.some((term) => terms.has(term));
      known.set(segment, isMatch);
    }
    if (!isMatch) continue;
    const last = found.at(-1);
    const end = index + segment.length;
    if (last && /^\s*$/.test(text.slice(last.end, index))) last.end = end;
    else if (found.length < maxHighlights) found.push({ start: index, end });
    else break;
  }
  return found;
}

/** Returns the start of the snippet window with the most highlighted characters. */
function bestStart(highlights: readonly Highlight[], length: number): number {
  let best = { start: 0, covered: -1 };
  for (const { start } of highlights) {
    const covered = highlights
      .filter((other) => other.start >= start && other.end <= start + snippetLength)
      .reduce((sum, other) => sum + other.end - other.start, 0);
    if (covered > best.covered) best = { start, covered };
  }
  return Math.max(0, Math.min(best.start - snippetLength / 4, length - snippetLength));
}

/** Stand around the words of the query while marks of Markdown are taken away; no text may contain them. */
const matchStart = '\uE000';
const matchEnd = '\uE001';
const marks = /[\uE000\uE001]/g;

/** Markdown syntax without use in a snippet, with its replacement. `snake_case` and `2*3*4` contain none. */
const markup: readonly (readonly [RegExp, string])[] = [
  [/^[ \t|:]*-{2}[ \t|:-]*$/gm, ''],
  [/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1'],
  [/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+)/gm, ''],
  [/(?:^|[ \t])\|(?=[ \t\n]|$)/gm, ' '],
  [/(?<![\p{L}\p{N}])(\*{1,3})(?=[^\s*])([^*]*)(?<=[^\s*])\1(?![\p{L}\p{N}])/gu, '$2'],
  [/(?<![\p{L}\p{N}])(_{1,3})(?=[^\s_])([^_]*)(?<=[^\s_])\1(?![\p{L}\p{N}])/gu, '$2'],
  // One of a pair, where the snippet begins or ends between the two.
  [/\*\*|`+/g, ''],
];

/** The part of a text that has the most of the query, as plain text in pieces. */
export function makeSnippet(text: string, highlights: readonly Highlight[]): SnippetPiece[] {
  const wanted = bestStart(highlights, text.length);
  const start = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1 || wanted;
  const most = Math.min(text.length, start + snippetLength);
  const lastBlank = most < text.length ? text.lastIndexOf(' ', most) : most;
  // Languages without blanks are cut anywhere.
  const end = lastBlank > start + snippetLength / 2 ? lastBlank : most;
  const part = (from: number, to: number) => text.slice(from, to).replace(marks, ' ');
  let marked = '';
  let at = start;
  for (const { start: from, end: to } of highlights.filter((one) => one.start >= start && one.end <= end)) {
    marked += `${part(at, from)}${matchStart}${part(from, to)}${matchEnd}`;
    at = to;
  }
  marked += part(at, end);
  const plain = markup
    .reduce((rest, [pattern, kept]) => rest.replace(pattern, kept), marked)
    .replace(/\s+/g, ' ')
    .trimStart();
  const pieces = plain.split(matchStart).flatMap((piece, index): SnippetPiece[] => {
    const [match = '', after = ''] = index === 0 ? ['', piece] : piece.split(matchEnd);
    return [
      { text: match, isMatch: true },
      { text: after, isMatch: false },
    ];
  });
  return [
    { text: start > 0 ? '… ' : '', isMatch: false },
    ...pieces,
    { text: end < text.length ? ' …' : '', isMatch: false },
  ].filter((piece) => piece.text !== '');
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

async function rangeOf(
  database: Database,
  { chunk }: Match,
  { before, after }: { readonly before: number; readonly after: number },
): Promise<{ start: number; end: number }> {
  const { documentId, revision, ordinal } = chunk;
  const places = await listChunks(database, {
    documentId,
    revision,
    after: ordinal - before - 1,
    limit: before + 1 + after,
  });
  return {
    start: Math.min(chunk.start, ...places.map(({ start }) => start)),
    end: Math.max(chunk.end, ...places.map(({ end }) => end)),
  };
}

/** Reads the text around a match from the document's parsed file; undefined when it has none. Embeds nothing. */
export async function expandResult(
  { database, fileStore }: { readonly database: Database; readonly fileStore: FileStore },
  match: Match,
  expansion: Expansion,
  signal: AbortSignal,
): Promise<Surroundings | undefined> {
  const { chunk } = match;
  const file = await fileStore.get(documentFileKeys(chunk.documentId, chunk.contentRevision).parsed, signal);
  if (!file) return undefined;
  if (expansion !== 'section') {
    const range = await rangeOf(database, match, expansion);
    const [text = ''] = await readSlices(file.body, [range]);
    return { text, ...range };
  }
  const start = Math.max(0, chunk.start - sectionReach);
  const [text = ''] = await readSlices(file.body, [{ start, end: chunk.end + sectionReach }]);
  const section = sectionAround(text, chunk.start - start, chunk.end - start);
  return {
    text: text.slice(section.start, section.end).trimEnd(),
    start: start + section.start,
    end: start + section.end,
  };
}
