import { type Chunk, type ChunkOptions, checkChunkOptions } from './chunk.ts';
import { createBlockReader } from './markdown/block-reader.ts';
import { createLineReader } from './markdown/line-reader.ts';
import { type Boundary, createBoundaries, never, reachOfCut } from './packing/find-cut.ts';
import { type Plan, planChunk } from './packing/plan.ts';
import { countTokens } from './tokenizer/count-tokens.ts';
import { splitIntoCodePoints, splitLongWord } from './units/long-text.ts';
import { countTogether, documentSection, sectionPath, type Unit } from './units/unit.ts';
import { createUnitWriter, type UnitLimits } from './units/unit-writer.ts';

/** The text of a plan's units as a document of its own: under its headings, with its fences opened and closed. */
function renderChunk(boundaries: readonly Boundary[], plan: Plan): Chunk {
  const units = boundaries.slice(plan.from, plan.end).map(({ unit }) => unit);
  const first = units[0];
  const last = units.at(-1);
  const body = units
    .map((unit) => unit.text)
    .join('')
    .trimEnd();
  const opening = plan.isFramed ? (first?.opening ?? '') : '';
  const closing = plan.isFramed && last?.closing ? `\n${last.closing}` : '';
  const context = plan.breadcrumb + opening;
  // A context that ends with its line ends with a whole token; the first cell of a row does not.
  const endsItsLine = context === '' || context.endsWith('\n');

  const own = units.slice(plan.start - plan.from);
  const section = (own.find((unit) => !unit.isHeading) ?? last)?.section ?? documentSection;
  return {
    text: context + body + closing,
    tokens: endsItsLine
      ? countTokens(context) + countTogether(units, closing)
      : countTokens(context + body + closing),
    start: first?.start ?? 0,
    end: last ? last.start + last.text.trimEnd().length : 0,
    headings: sectionPath(section).flatMap(({ title }) => title || []),
  };
}

/**
 * Carries out a plan. If the text turns out to have more than `limit` tokens, drops the least necessary parts in this order:
 * repeated prose, text at the end where it may be cut, the breadcrumb, any text at the end. The rest is then one unit, and is
 * divided in place. Only a single code point can remain longer.
 */
function fitChunk(boundaries: Boundary[], plan: Plan, limit: number): { chunk: Chunk; plan: Plan } {
  let fitted = plan;
  for (;;) {
    const chunk = renderChunk(boundaries, fitted);
    const excess = chunk.tokens - limit;
    if (excess <= 0) return { chunk, plan: fitted };
    const smaller = shrink(boundaries, fitted, excess);
    if (smaller) fitted = smaller;
    else if (!divide(boundaries, fitted.start, limit)) return { chunk, plan: fitted };
  }
}

function shrink(boundaries: readonly Boundary[], plan: Plan, excess: number): Plan | undefined {
  const { from, start, end, breadcrumb } = plan;
  if (from < start) return { ...plan, from: dropFirst(boundaries, plan, excess) };
  const shorter = dropLast(boundaries, plan, excess);
  let cut = shorter;
  while (cut > start && boundaries[cut]?.key === never) cut--;
  if (cut > start) return { ...plan, end: cut };
  if (breadcrumb !== '') return { ...plan, breadcrumb: '' };
  return end - start > 1 ? { ...plan, end: Math.max(shorter, start + 1) } : undefined;
}

/** Returns the index where repeated prose begins once leading units with at least `excess` tokens are dropped from it. */
function dropFirst(boundaries: readonly Boundary[], { from, start }: Plan, excess: number): number {
  let tokens = 0;
  let index = from;
  while (index < start && tokens < excess) tokens += boundaries[index++]?.unit.tokens ?? 0;
  return index;
}

function dropLast(boundaries: readonly Boundary[], { start, end }: Plan, excess: number): number {
  let tokens = 0;
  let index = end;
  while (index > start && tokens < excess) tokens += boundaries[--index]?.unit.tokens ?? 0;
  return index;
}

/** Puts the parts of a unit that is too long in its place; false where it is a single code point. */
function divide(boundaries: Boundary[], index: number, limit: number): boolean {
  const boundary = boundaries[index];
  if (!boundary) return false;
  let parts = splitLongWord(boundary.unit, limit);
  if (parts.length === 1) parts = splitIntoCodePoints(boundary.unit);
  if (parts[0]?.text === boundary.unit.text) return false;
  let { position } = boundary;
  const placed = parts.map((unit) => {
    const part = { ...boundary, unit, position, key: never };
    position += unit.tokens;
    return part;
  });
  boundaries.splice(index, 1, ...placed);
  return true;
}

interface ChunkBuilder {
  add(unit: Unit): void;
  end(): void;
}

/**
 * Packs units into chunks. Chunks end at anchors (see `createBoundaries`), so that an edit changes the chunks around it
 * alone; between anchors that are too far apart, at the best boundary. Holds the units of about two chunks.
 */
function createChunkBuilder(options: ChunkOptions, emit: (chunk: Chunk) => void): ChunkBuilder {
  const { chunkSize, chunkOverlap } = options;
  // Half of what is new in a chunk: so two anchors are at least half a chunk apart.
  const radius = (chunkSize - chunkOverlap) / 2;
  const lookahead = reachOfCut(chunkSize) + radius;
  const anchors = createBoundaries(radius);
  let boundaries: Boundary[] = [];
  let start = 0;
  /** Index of the boundary where the last chunk began, below 0 where that is not held any more: the next one repeats less. */
  let earliest = 0;
  let documentEnd: number | undefined;

  const emitNext = () => {
    const planned = planChunk(boundaries, start, earliest, options, {
      documentEnd,
      isAnchor: anchors.isAnchor,
    });
    const { chunk, plan } = fitChunk(boundaries, planned, chunkSize);
    emit(chunk);
    const kept = firstWithin(boundaries, plan.end, chunkOverlap);
    boundaries = boundaries.slice(kept);
    start = plan.end - kept;
    earliest = plan.from - kept;
  };

  return {
    add(unit) {
      boundaries.push(anchors.add(unit));
      while (anchors.position - (boundaries[start]?.position ?? anchors.position) > lookahead) emitNext();
    },
    end() {
      anchors.end();
      documentEnd = anchors.position;
      while (start < boundaries.length) emitNext();
    },
  };
}

/** The first boundary of those that reach back `tokens` tokens from `end`. */
function firstWithin(boundaries: readonly Boundary[], end: number, tokens: number): number {
  const farthest = (boundaries[end]?.position ?? Number.POSITIVE_INFINITY) - tokens;
  let index = end;
  while (index > 0 && (boundaries[index - 1]?.position ?? farthest) >= farthest) index--;
  return index;
}

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
