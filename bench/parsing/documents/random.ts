/** Choices that a seed decides, so that it always gives the same document (mulberry32). */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number below `count`. */
  below(count: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return { next, below, pick: (items) => items[below(items.length)] as (typeof items)[number] };
}
