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
 * Finds the boundaries that are the best of their neighbourhood. That depends on the text within `radius` tokens alone,
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
