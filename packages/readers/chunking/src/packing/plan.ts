import type { ChunkOptions } from '../chunk.ts';
import { countTokens } from '../tokenizer/count-tokens.ts';
import { Cut, countTogether, type Section, sectionPath } from '../units/unit.ts';
import { type Boundary, type CutLimits, findCut } from './find-cut.ts';

interface Overlap {
  /** Index of the boundary that it begins with; that of the chunk itself where there is none. */
  readonly from: number;
  readonly tokens: number;
}

/**
 * The prose before `start` that the chunk beginning there repeats: as many whole sentences as fit in `limit` tokens, or
 * words where not even one does. It reaches back neither over a heading, a fence, a table or HTML, nor to `earliest`:
 * then the chunk before would be a part of this one.
 */
function findOverlap(
  boundaries: readonly Boundary[],
  start: number,
  earliest: number,
  limit: number,
): Overlap {
  const first = boundaries[start]?.unit;
  if (!first || first.isHeading || first.opening !== '') return { from: start, tokens: 0 };

  let sentence = start;
  let word = start;
  let tokens = 0;
  for (let index = start - 1; index > earliest; index--) {
    const unit = boundaries[index]?.unit;
    if (!unit?.isProse || unit.section !== first.section) break;
    tokens += unit.tokens;
    if (tokens > limit) break;
    if (unit.cut <= Cut.SENTENCE || unit.cut === Cut.GLUED) sentence = index;
    if (unit.cut !== Cut.FRAGMENT) word = index;
  }
  return fitOverlap(boundaries, sentence < start ? sentence : word, start, limit);
}

/** The sum counts the space before the first unit too. */
function fitOverlap(boundaries: readonly Boundary[], from: number, start: number, limit: number): Overlap {
  for (let first = from; first < start; first++) {
    const tokens = countTogether(boundaries.slice(first, start).map(({ unit }) => unit));
    if (tokens <= limit) return { from: first, tokens };
  }
  return { from: start, tokens: 0 };
}

/** The headings above a text as lines of Markdown with an empty line after them: the innermost that fit in `limit` tokens. */
function renderBreadcrumb(section: Section | undefined, limit: number): string {
  if (!section) return '';
  let lines = '';
  for (const { level, title } of sectionPath(section).reverse()) {
    if (title === '') continue;
    const longer = `${'#'.repeat(level)} ${title}\n${lines}`;
    if (title.length > limit * maxTokenLength || countTokens(`${longer}\n`) > limit) break;
    lines = longer;
  }
  return lines === '' ? '' : `${lines}\n`;
}

/** Characters beyond which a text is too long without counting its tokens. */
const maxTokenLength = 128;

/** Units that make up a chunk, and the text around them, as indexes into the boundaries. */
export interface Plan {
  /** Beginning of the prose repeated from the chunk before. */
  readonly from: number;
  /** Beginning of the chunk's own text. */
  readonly start: number;
  readonly end: number;
  /** The headings above, as text. */
  readonly breadcrumb: string;
  /** Whether a fence or a table that is cut gets its first and last lines again. */
  readonly isFramed: boolean;
}

/** Returns where a chunk that may reach `end` has to end before a unit that stands alone, or an entry. */
function beforeAlone(boundaries: readonly Boundary[], start: number, end: number): number {
  for (let index = start + 1; index < end; index++) {
    const unit = boundaries[index]?.unit;
    if (unit?.standsAlone || (unit?.isEntry && unit.cut !== Cut.GLUED)) return index;
  }
  return end;
}

const breadcrumbShare = 1 / 8;
/** Share of a chunk that a repeated table header may take. It is large because rows of numbers mean nothing without their header. */
const frameShare = 1 / 2;

/** Plans the chunk that begins at `start`, by the sum of the units' tokens: a few off in rare cases. */
export function planChunk(
  boundaries: readonly Boundary[],
  start: number,
  earliest: number,
  { chunkSize, chunkOverlap }: ChunkOptions,
  anchors: Pick<CutLimits, 'documentEnd' | 'isAnchor'>,
): Plan {
  const first = boundaries[start]?.unit;
  const section = first?.isHeading ? first.section.parent : first?.section;
  const breadcrumb = renderBreadcrumb(section, Math.floor(chunkSize * breadcrumbShare));
  const overlap = findOverlap(boundaries, start, earliest, chunkOverlap);
  const frame = countTokens(`${first?.opening ?? ''}\n${first?.closing ?? ''}`);
  const isFramed = first?.standsAlone === true || frame <= chunkSize * frameShare;
  const context = countTokens(breadcrumb) + overlap.tokens + (isFramed && frame > 1 ? frame : 0);
  const limits = { ...anchors, preferred: chunkSize - context, largest: chunkSize };
  const end = first?.standsAlone
    ? start + 1
    : beforeAlone(boundaries, start, findCut(boundaries, start, limits));
  return { from: overlap.from, start, end, breadcrumb, isFramed };
}
