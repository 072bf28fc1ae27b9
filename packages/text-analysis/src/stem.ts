import { stemmer } from 'stemmer';

const CACHED_WORDS = 50_000;
const cache = new Map<string, string>();

/** Porter's stemmer of 1980 with the two changes its author made later (bli, logi), for words of a to z; others stay. */
export function stem(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const stemmed = /^[a-z]+$/.test(word) ? stemmer(word) : word;
  if (cache.size >= CACHED_WORDS) cache.clear();
  cache.set(word, stemmed);
  return stemmed;
}
