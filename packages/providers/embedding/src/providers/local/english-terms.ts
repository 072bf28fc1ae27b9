import { LRUCache } from 'lru-cache';
import { stemmer } from 'stemmer';

/** Scripts that are written without spaces between words, or whose words are made of many morphemes. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const word = `[[\\p{L}\\p{M}\\p{N}]--[${unspaced}]]+`;
/**
 * Words as UAX #29 finds them: a full stop, comma or apostrophe within digits, and a full stop or apostrophe within
 * letters, are part of the word. Unlike there, an underscore ends a word, for in Markdown it is emphasis.
 */
const tokens = new RegExp(`([${unspaced}]+)|${word}(?:(?:['.·](?=\\p{L})|[.,'](?=\\p{N}))${word})*`, 'gv');

/** Stop words of Lucene's EnglishAnalyzer. */
const stopWords = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

/** UTF-16 units of a term; the rest of a longer word is left out. */
const maxTermLength = 64;

const cache = new LRUCache<string, string>({ max: 50_000 });

/** Porter's stemmer for words of a to z; others stay. */
function stem(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const stemmed = /^[a-z]+$/.test(word) ? stemmer(word) : word;
  cache.set(word, stemmed);
  return stemmed;
}

/**
 * Returns the terms that static-1024 is computed from. Stored vectors depend on them: this function never changes, whatever keyword search
 * does.
 *
 * The terms of a text in their order, with repetition: words in lower case, without `'s`, stop words left out, English words stemmed, as
 * Lucene's EnglishAnalyzer does it (StandardTokenizer, possessive, 33 stop words, Porter). Compatibility forms are unified (NFKC). Chinese,
 * Japanese, Korean, Thai, Lao, Khmer and Burmese text returns overlapping pairs of characters, as Lucene's CJKAnalyzer does; a character
 * that stands alone is a term.
 */
export function englishTerms(text: string): string[] {
  const terms: string[] = [];
  for (const match of text.normalize('NFKC').replaceAll('’', "'").toLowerCase().matchAll(tokens)) {
    if (match[1] !== undefined) {
      addPairs(match[1], terms);
      continue;
    }
    const word = shorten(match[0].replace(/'s$/, ''));
    if (word !== '' && !stopWords.has(word)) terms.push(stem(word));
  }
  return terms;
}

function addPairs(run: string, terms: string[]): void {
  let previous = '';
  let isAlone = true;
  for (const character of run) {
    if (previous !== '') {
      terms.push(previous + character);
      isAlone = false;
    }
    previous = character;
  }
  if (isAlone) terms.push(previous);
}

function shorten(word: string): string {
  if (word.length <= maxTermLength) return word;
  const isCut = /[\ud800-\udbff]/.test(word.charAt(maxTermLength - 1));
  return word.slice(0, isCut ? maxTermLength - 1 : maxTermLength);
}
