import type { Chunk } from '../chunk.ts';
import type { ChunkOptions } from '../chunk-options.ts';
import { splitIntoCodePoints, splitLongWord } from '../long-text.ts';
import { documentSection } from '../section.ts';
import { countTokens } from '../tokenizer/count-tokens.ts';
import type { Unit } from '../unit.ts';
import { type Boundary, createBoundaries } from './boundaries.ts';
import { renderBreadcrumb } from './breadcrumb.ts';
import { renderChunk } from './chunk-text.ts';
import { findCut } from './find-cut.ts';
import { findOverlap } from './find-overlap.ts';

export interface ChunkBuilder {
  add(unit: Unit): void;
  end(): void;
}

/** Which units make up a chunk, and what stands before them. */
interface Plan {
  /** Where the repeated prose begins. */
  from: number;
  /** Where the chunk's own text begins. */
  readonly start: number;
  end: number;
  breadcrumb: string;
  /** Whether fences and table headers are repeated. */
  readonly framed: boolean;
}

const BREADCRUMB_SHARE = 1 / 8;
const FRAME_SHARE = 1 / 4;

/**
 * Packs units into chunks. Chunks end at anchors (see `createBoundaries`), so that an edit changes the chunks around it
 * alone; between anchors that are too far apart, at the best boundary. Holds the units of about two chunks.
 */
export function createChunkBuilder(options: ChunkOptions, emit: (chunk: Chunk) => void): ChunkBuilder {
  const { chunkSize, chunkOverlap } = options;
  // Half of what is new in a chunk: then a document of one chunk has no anchors, and a chunk is at least half full.
  const radius = (chunkSize - chunkOverlap) / 2;
  const anchors = createBoundaries(radius);
  let boundaries: Boundary[] = [];
  let start = 0;
  /** Where the last chunk began: the next one repeats nothing before it. */
  let earliest = 0;
  let documentEnd: number | undefined;

  const plan = (): Plan => {
    const first = boundaries[start]?.unit;
    const frame = (first?.opening ?? '') + (first?.closing ?? '');
    const framed = countTokens(frame) + 1 <= chunkSize * FRAME_SHARE;
    const section = first?.isHeading ? first.section.parent : first?.section;
    const breadcrumb = renderBreadcrumb(section, Math.floor(chunkSize * BREADCRUMB_SHARE));
    const overlap = findOverlap(boundaries, start, earliest, chunkOverlap);
    const context = countTokens(breadcrumb) + overlap.tokens + (framed ? countTokens(frame) + 1 : 0);
    const limits = {
      preferred: chunkSize - context,
      largest: chunkSize,
      documentEnd,
      isAnchor: anchors.isAnchor,
    };
    return { from: overlap.from, start, end: findCut(boundaries, start, limits), breadcrumb, framed };
  };

  /** Gives up what the chunk needs least, until it has at most `chunkSize` tokens. */
  const fit = (draft: Plan): Chunk => {
    for (;;) {
      const chunk = render(boundaries, draft);
      const excess = chunk.tokens - chunkSize;
      if (excess <= 0) return chunk;
      if (draft.from < draft.start) draft.from = dropFirst(boundaries, draft, excess);
      else if (draft.breadcrumb !== '') draft.breadcrumb = '';
      else if (draft.end - draft.start > 1) draft.end = dropLast(boundaries, draft, excess);
      else if (!divide(boundaries, draft.start, chunkSize)) return chunk;
    }
  };

  const emitNext = () => {
    const draft = plan();
    emit(fit(draft));
    earliest = draft.from;
    start = draft.end;
    const position = (boundaries[start]?.position ?? 0) - chunkOverlap;
    let unneeded = 0;
    while (unneeded < start && (boundaries[unneeded + 1]?.position ?? position) < position) unneeded++;
    boundaries = boundaries.slice(unneeded);
    start -= unneeded;
    earliest = Math.max(0, earliest - unneeded);
  };

  return {
    add(unit) {
      boundaries.push(anchors.add(unit));
      const enough = chunkSize + 2 * radius;
      while (anchors.position - (boundaries[start]?.position ?? anchors.position) > enough) emitNext();
    },
    end() {
      anchors.end();
      documentEnd = anchors.position;
      while (start < boundaries.length) emitNext();
    },
  };
}

function render(boundaries: readonly Boundary[], { from, start, end, breadcrumb, framed }: Plan): Chunk {
  const units = boundaries.slice(from, end).map(({ unit }) => unit);
  const own = units.slice(start - from);
  const section = (own.find((unit) => !unit.isHeading) ?? own.at(-1))?.section ?? documentSection;
  return renderChunk(units, section, breadcrumb, framed);
}

/** Drops units with at least `excess` tokens from the repeated prose. */
function dropFirst(boundaries: readonly Boundary[], { from, start }: Plan, excess: number): number {
  let tokens = 0;
  let index = from;
  while (index < start && tokens < excess) tokens += boundaries[index++]?.unit.tokens ?? 0;
  return index;
}

/** Drops units with at least `excess` tokens from the end, back to a boundary where cutting is good if there is one. */
function dropLast(boundaries: readonly Boundary[], { start, end }: Plan, excess: number): number {
  let tokens = 0;
  let index = end;
  while (index > start + 1 && tokens < excess) tokens += boundaries[--index]?.unit.tokens ?? 0;
  let good = index;
  while (good > start + 1 && boundaries[good]?.key === Number.POSITIVE_INFINITY) good--;
  return boundaries[good]?.key === Number.POSITIVE_INFINITY ? index : good;
}

/** Puts the parts of a unit that is too long in its place; false where it is a single code point. */
function divide(boundaries: Boundary[], index: number, limit: number): boolean {
  const boundary = boundaries[index];
  if (!boundary) return false;
  let parts = splitLongWord(boundary.unit, limit);
  if (parts.length === 1) parts = splitIntoCodePoints(boundary.unit);
  if (parts.length === 1) return false;
  let { position } = boundary;
  const placed = parts.map((unit) => {
    const part = { ...boundary, unit, position, key: Number.POSITIVE_INFINITY };
    position += unit.tokens;
    return part;
  });
  boundaries.splice(index, 1, ...placed);
  return true;
}
