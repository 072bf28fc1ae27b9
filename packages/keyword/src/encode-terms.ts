import { termId } from './term-id.ts';

const saturation = 1.2;
const lengthWeight = 0.75;
const averageTerms = 256;
/** Pinecone's limit for the non-zero values of a sparse vector. */
const maximumNonZeros = 1_000;

/** BM25 weights tf / (tf + k1 (1 - b + b dl / avgdl)) of a text's terms, in 0..1, as a sparse vector; at most 1,000 non-zeros, the heaviest. */
export function encodeTerms(terms: readonly string[]): { indices: number[]; values: number[] } {
  const frequencies = new Map<number, number>();
  for (const term of terms) {
    const id = termId(term);
    frequencies.set(id, (frequencies.get(id) ?? 0) + 1);
  }
  const heaviest = [...frequencies].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, maximumNonZeros);
  const norm = saturation * (1 - lengthWeight + (lengthWeight * terms.length) / averageTerms);
  return {
    indices: heaviest.map(([id]) => id),
    values: heaviest.map(([, frequency]) => frequency / (frequency + norm)),
  };
}
