import { Cut, type Unit } from '../units/unit.ts';

// Looking a global up is slow in the sandbox that tests run in.
const { imul } = Math;
const far = Number.POSITIVE_INFINITY;

/** The key of a boundary where cutting is forbidden. */
export const never = Number.POSITIVE_INFINITY;

/** A unit in its place, with what decides whether to cut before it. */
export interface Boundary {
  readonly unit: Unit;
  /** Tokens of the document before it. */
  readonly position: number;
  /** The lower, the better to cut here: first by `unit.cut`, among equals by a hash of the text that follows. */
  readonly key: number;
  /** Positions of the nearest better boundaries before and after; the document's beginning and end are better than any. */
  betterBefore: number;
  betterAfter: number;
}

export interface Boundaries {
  add(unit: Unit): Boundary;
  end(): void;
  /** Tokens so far. */
  readonly position: number;
  /**
   * Whether no better boundary lies within the radius on either side. Known when the document has been read that far,
   * or has ended.
   */
  isAnchor(boundary: Boundary): boolean;
}

/**
 * Finds the boundaries that are the best of their neighborhood. That depends on the text within `radius` tokens alone,
 * and not on where earlier chunks end: after an edit the same boundaries are found again.
 */
export function createBoundaries(radius: number): Boundaries {
  let position = 0;
  /** Each is better than all after it (previous and next smaller value, by a monotonic stack). */
  let rising: Boundary[] = [];
  let first = 0;

  const forgetDistant = () => {
    while ((rising[first]?.position ?? position) < position - radius) first++;
    if (first * 2 <= rising.length) return;
    rising = rising.slice(first);
    first = 0;
  };

  return {
    get position() {
      return position;
    },

    add(unit) {
      const key = unit.cut >= Cut.GLUED ? never : unit.cut * 2 ** 32 + hash(unit.text);
      const boundary = { unit, position, key, betterBefore: 0, betterAfter: far };
      position += unit.tokens;
      if (key === never) return boundary;

      forgetDistant();
      for (let last = rising.at(-1); rising.length > first && last && last.key > key; last = rising.at(-1)) {
        last.betterAfter = boundary.position;
        rising.pop();
      }
      const before = rising.length > first ? rising.at(-1) : undefined;
      boundary.betterBefore =
        before?.position ?? (boundary.position <= radius ? 0 : Number.NEGATIVE_INFINITY);
      rising.push(boundary);
      return boundary;
    },

    end() {
      for (const boundary of rising.slice(first)) boundary.betterAfter = position;
    },

    isAnchor: (boundary) =>
      boundary.key < never &&
      boundary.position - boundary.betterBefore > radius &&
      boundary.betterAfter - boundary.position > radius,
  };
}

const hashedLength = 64;

/** FNV-1a of the beginning of a text. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  const length = Math.min(text.length, hashedLength);
  for (let index = 0; index < length; index++) {
    value = imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value ^ (value >>> 15)) >>> 0;
}

export interface CutLimits {
  /** Tokens that the chunk may take from here without losing its overlap or its breadcrumb. */
  readonly preferred: number;
  /** Tokens that it may take at most. */
  readonly largest: number;
  /** Tokens of the document, as soon as it has ended. */
  readonly documentEnd: number | undefined;
  isAnchor(boundary: Boundary): boolean;
}

/** Returns the number of tokens past a chunk's beginning `findCut` looks for anchors. */
export function reachOfCut(preferred: number): number {
  return preferred * (1 + minShare);
}

/** Minimum share of a chunk's maximum on either side of a cut between two anchors. */
const minShare = 0.4;

/**
 * The index of the boundary that ends the chunk which begins at `start`: the document's end or the next anchor if the chunk reaches it,
 * otherwise the best boundary that leaves neither this chunk nor the next nearly empty, otherwise the last that fits.
 */
export function findCut(boundaries: readonly Boundary[], start: number, limits: CutLimits): number {
  const origin = boundaries[start]?.position ?? 0;
  if ((limits.documentEnd ?? Number.POSITIVE_INFINITY) - origin <= limits.preferred) return boundaries.length;
  const smallest = limits.preferred * minShare;
  const anchor = findAnchor(boundaries, start, reachOfCut(limits.preferred), limits);
  if (anchor.position - origin <= limits.preferred) return anchor.index;

  const last = Math.min(origin + limits.preferred, anchor.position - smallest);
  return (
    findBest(boundaries, start, origin + smallest, last) ??
    findLast(boundaries, start, origin + limits.preferred) ??
    findFirst(boundaries, start, origin + limits.largest)
  );
}

/** The first anchor within `reach` tokens; the document's end is one. */
function findAnchor(boundaries: readonly Boundary[], start: number, reach: number, limits: CutLimits) {
  const origin = boundaries[start]?.position ?? 0;
  for (let index = start + 1; index < boundaries.length; index++) {
    const boundary = boundaries[index];
    if (!boundary || boundary.position - origin > reach) break;
    if (limits.isAnchor(boundary)) return { index, position: boundary.position };
  }
  return { index: boundaries.length, position: limits.documentEnd ?? Number.POSITIVE_INFINITY };
}

/** Among equals the last. */
function findBest(boundaries: readonly Boundary[], start: number, from: number, to: number) {
  let best: number | undefined;
  let bestKey = never;
  for (let index = start + 1; index < boundaries.length; index++) {
    const boundary = boundaries[index];
    if (!boundary || boundary.position > to) break;
    if (boundary.position < from || boundary.key > bestKey || boundary.key === never) continue;
    best = index;
    bestKey = boundary.key;
  }
  return best;
}

function findLast(boundaries: readonly Boundary[], start: number, to: number) {
  let last: number | undefined;
  for (let index = start + 1; index < boundaries.length; index++) {
    const boundary = boundaries[index];
    if (!boundary || boundary.position > to) break;
    if (boundary.key < never) last = index;
  }
  return last;
}

/** Returns the first boundary within `to` at which a cut is allowed; without one, the last that fits. */
function findFirst(boundaries: readonly Boundary[], start: number, to: number) {
  let index = start + 1;
  while (index < boundaries.length && (boundaries[index]?.position ?? to) <= to) {
    if ((boundaries[index]?.key ?? 0) < never) return index;
    index++;
  }
  return Math.max(start + 1, index - 1);
}
