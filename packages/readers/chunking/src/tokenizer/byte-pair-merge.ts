import type { RankOf } from './vocabulary.ts';

const noRank = 0x7fffffff;
/** A heap entry is `rank * POSITIONS + start`: the lowest rank comes first, and among equals the leftmost. */
const positions = 2 ** 32;
/** Up to here, looking for the lowest rank in a row beats a heap. */
const short = 64;

const shortStarts = new Int32Array(short + 1);
const shortRanks = new Int32Array(short + 1);

/**
 * Merges the first `length` bytes into tokens, lowest rank first, as byte pair encoding defines it, and returns where
 * each token starts, with `length` at the end. The array is good until the next call.
 * O(n log n): the published JavaScript tokenizers take quadratic time for a piece without spaces.
 */
export function mergeBytePairs(bytes: Uint8Array, length: number, rankOf: RankOf): Int32Array {
  return length <= short ? mergeShort(bytes, length, rankOf) : mergeLong(bytes, length, rankOf);
}

function mergeShort(bytes: Uint8Array, length: number, rankOf: RankOf): Int32Array {
  const starts = shortStarts;
  const ranks = shortRanks;
  let tokens = length;
  /** Of the token at `index` merged with the next one. */
  const mergedRank = (index: number) => {
    if (index + 2 > tokens) return noRank;
    const rank = rankOf(bytes, starts[index] ?? 0, starts[index + 2] ?? 0);
    return rank < 0 ? noRank : rank;
  };
  for (let index = 0; index <= length; index++) starts[index] = index;
  for (let index = 0; index < length; index++) ranks[index] = mergedRank(index);

  while (tokens > 1) {
    let lowest = 0;
    for (let index = 1; index < tokens; index++) {
      if ((ranks[index] ?? noRank) < (ranks[lowest] ?? noRank)) lowest = index;
    }
    if (ranks[lowest] === noRank) break;
    starts.copyWithin(lowest + 1, lowest + 2, tokens + 1);
    ranks.copyWithin(lowest + 1, lowest + 2, tokens);
    tokens--;
    ranks[lowest] = mergedRank(lowest);
    if (lowest > 0) ranks[lowest - 1] = mergedRank(lowest - 1);
  }
  return starts.subarray(0, tokens + 1);
}

function mergeLong(bytes: Uint8Array, length: number, rankOf: RankOf): Int32Array {
  // A token is named by the byte that it starts with; `ranks` is that of the union with the token after it.
  const next = new Int32Array(length + 1);
  const previous = new Int32Array(length + 1);
  for (let start = 0; start <= length; start++) {
    next[start] = start + 1;
    previous[start] = start - 1;
  }
  const ranks = new Int32Array(length + 1).fill(noRank);
  const heap = createHeap(2 * length);
  const offer = (start: number) => {
    const second = next[start] ?? length;
    const rank = second < length ? rankOf(bytes, start, next[second] ?? length) : -1;
    ranks[start] = rank < 0 ? noRank : rank;
    if (rank >= 0) heap.push(rank * positions + start);
  };
  for (let start = 0; start + 1 < length; start++) offer(start);

  while (heap.size() > 0) {
    const entry = heap.pop();
    const start = entry % positions;
    if (ranks[start] !== (entry - start) / positions) continue; // Its neighbor has been merged since.
    const second = next[start] ?? length;
    const third = next[second] ?? length;
    ranks[second] = noRank;
    next[start] = third;
    previous[third] = start;
    offer(start);
    if (start > 0) offer(previous[start] ?? 0);
  }

  let tokens = 0;
  for (let start = 0; start < length; start = next[start] ?? length) previous[tokens++] = start;
  previous[tokens] = length;
  return previous.subarray(0, tokens + 1);
}

/** A binary heap of numbers, least first. */
function createHeap(capacity: number) {
  const entries = new Float64Array(capacity);
  let size = 0;
  const at = (index: number) => entries[index] ?? Number.POSITIVE_INFINITY;

  return {
    size: () => size,

    push(entry: number): void {
      let index = size++;
      while (index > 0) {
        const parent = (index - 1) >> 1;
        if (at(parent) <= entry) break;
        entries[index] = at(parent);
        index = parent;
      }
      entries[index] = entry;
    },

    pop(): number {
      const least = at(0);
      const entry = at(--size);
      let index = 0;
      for (let child = 1; child < size; child = 2 * index + 1) {
        if (child + 1 < size && at(child + 1) < at(child)) child++;
        if (at(child) >= entry) break;
        entries[index] = at(child);
        index = child;
      }
      entries[index] = entry;
      return least;
    },
  };
}
