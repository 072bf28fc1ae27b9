import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The bytes of each token, by its rank; a megabyte of source, loaded only where tokens are counted. */
const readTokens = (): (string | number[])[] => require('gpt-tokenizer/bpeRanks/cl100k_base').default;

// Looking a global up is slow in the sandbox that tests run in.
const { imul } = Math;

const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;
const slotCount = 1 << 18;

/**
 * The rank of the token that is made of `bytes[start]` up to `bytes[end]`, or -1 where there is none. Pairs whose
 * union has a lower rank are merged earlier.
 */
export type RankOf = (bytes: Uint8Array, start: number, end: number) => number;

let shared: RankOf | undefined;

/** Looks up the 100,256 tokens of cl100k_base, in an open-addressing hash table made at first use. */
export function vocabulary(): RankOf {
  shared ??= createLookup();
  return shared;
}

function createLookup(): RankOf {
  const { pool, offsets } = packTokens();
  const slots = hashTokens(pool, offsets);

  return (bytes, start, end) => {
    let slot = slotOf(bytes, start, end);
    for (;;) {
      const rank = slots[slot] ?? -1;
      if (rank < 0) return -1;
      const shift = (offsets[rank] ?? 0) - start;
      if ((offsets[rank + 1] ?? 0) - shift === end) {
        let index = start;
        while (index < end && pool[index + shift] === bytes[index]) index++;
        if (index === end) return rank;
      }
      slot = (slot + 1) & (slotCount - 1);
    }
  };
}

/** All tokens' bytes in a row; token `rank` lies from `offsets[rank]` to `offsets[rank + 1]`. */
function packTokens(): { pool: Uint8Array; offsets: Int32Array } {
  const encoder = new TextEncoder();
  const tokens = readTokens().map((token) => (typeof token === 'string' ? encoder.encode(token) : token));
  const offsets = new Int32Array(tokens.length + 1);
  for (const [rank, token] of tokens.entries()) offsets[rank + 1] = (offsets[rank] ?? 0) + token.length;
  const pool = new Uint8Array(offsets.at(-1) ?? 0);
  for (const [rank, token] of tokens.entries()) pool.set(token, offsets[rank]);
  return { pool, offsets };
}

function hashTokens(pool: Uint8Array, offsets: Int32Array): Int32Array {
  const slots = new Int32Array(slotCount).fill(-1);
  for (let rank = 0; rank + 1 < offsets.length; rank++) {
    let slot = slotOf(pool, offsets[rank] ?? 0, offsets[rank + 1] ?? 0);
    while ((slots[slot] ?? -1) >= 0) slot = (slot + 1) & (slotCount - 1);
    slots[slot] = rank;
  }
  return slots;
}

/** FNV-1a, folded. */
function slotOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = fnvOffset;
  for (let index = start; index < end; index++) hash = imul(hash ^ (bytes[index] ?? 0), fnvPrime);
  return (hash ^ (hash >>> 15)) & (slotCount - 1);
}
