import { countTogether } from '../units/measure.ts';
import { Cut } from '../units/unit.ts';
import type { Boundary } from './boundaries.ts';

export interface Overlap {
  /** Index of the boundary that it begins with; that of the chunk itself where there is none. */
  readonly from: number;
  readonly tokens: number;
}

/**
 * The prose before `start` that the chunk beginning there repeats: as many whole sentences as fit in `limit` tokens, or
 * words where not even one does. It reaches back neither over a heading, a fence, a table or HTML, nor before `earliest`.
 */
export function findOverlap(
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
  for (let index = start - 1; index >= earliest; index--) {
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
