import type { VectorHit } from './provider.ts';

/** Slices of at most `size`. */
export function* inChunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** The dot product: the cosine, as vectors have unit length. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] as number) * (b[index] as number);
  return sum;
}

/** Rounding takes scores a hair past 1. */
export const clampScore = (score: number): number => Math.min(1, Math.max(0, score));

/** Hits in the port's order: by falling score, equal scores by id. */
export const bestFirst = (hits: readonly VectorHit[]): VectorHit[] =>
  hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));

/** A sentence on a hybrid search that ended before it was proven that nothing better was left out. */
export const boundedNotice = (candidates: number): string =>
  `The ${candidates} nearest chunks and the ${candidates} with the most of the words were compared; a better one may be among the others`;
