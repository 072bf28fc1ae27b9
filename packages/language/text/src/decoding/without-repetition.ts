import type { EncodedSample } from './guess-encoding.ts';

/** How often a word counts: repeated in a table or a menu, it says no more of its encoding. */
const maxRepetitions = 2;
/** Bytes that are no part of a character of several bytes in any encoding of ASCII's kind, and end words and values of markup. */
const end = /(?<=[\t\n\r "<>])/;

/** Returns the sample with at most two occurrences of each word that contains bytes beyond ASCII. */
export function withoutRepetition({ bytes, isCut }: EncodedSample): EncodedSample {
  const counts = new Map<string, number>();
  const words = Buffer.from(bytes).toString('latin1').split(end);
  const kept = words.filter((word) => {
    if (!/[\x80-\xff]/.test(word)) return true;
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    return count <= maxRepetitions;
  });
  return { bytes: Buffer.from(kept.join(''), 'latin1'), isCut };
}
