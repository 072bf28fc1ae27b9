import { type Boundary, never } from './boundaries.ts';

export interface CutLimits {
  /** Tokens that the chunk may take from here without losing its overlap or its breadcrumb. */
  readonly preferred: number;
  /** Tokens that it may take at most. */
  readonly largest: number;
  /** Tokens of the document, as soon as it has ended. */
  readonly documentEnd: number | undefined;
  isAnchor(boundary: Boundary): boolean;
}

/** How many tokens past a chunk's beginning `findCut` looks for anchors. */
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
