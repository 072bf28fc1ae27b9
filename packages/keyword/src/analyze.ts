import { stem } from './stem.ts';

const stopWords = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);
const token = /[\p{L}\p{M}\p{N}_]+(?:(?:['’.](?=\p{L})|[.,'’](?=\p{N}))[\p{L}\p{M}\p{N}_]+)*/gu;

/** The stems of a text in order, with repetition. */
export function analyze(text: string): string[] {
  const terms: string[] = [];
  for (const [match] of text.matchAll(token)) {
    const word = match.replace(/['’][sS]$/, '').toLowerCase();
    if (word && !stopWords.has(word)) terms.push(/^[a-z]+$/.test(word) ? stem(word) : word);
  }
  return terms;
}
