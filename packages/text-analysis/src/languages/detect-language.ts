import { createRequire } from 'node:module';
import type * as Tinyld from 'tinyld';
import { isFunctionWord, type Language, languages } from './language.ts';

/** Enough to detect the language of a text; more only costs time. */
const charactersRead = 400;
const leastAccuracy = 0.1;
const fewestWords = 4;

const scripts: readonly (readonly [RegExp, Language])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Greek}/u, 'el'],
];

/** Loads its profiles of letters (45 MB, 0.1 s) at the first text whose function words do not name its language, as few are. */
const load = createRequire(import.meta.url);
const loadTinyld = () => load('tinyld') as typeof Tinyld;

const isLanguage = (code: string): code is Language => (languages as readonly string[]).includes(code);

/** How many words of the text each language knows as function words: the best evidence that a short text has. */
function countFunctionWords(words: readonly string[], candidates: readonly Language[]): [Language, number][] {
  return candidates
    .map((language): [Language, number] => [
      language,
      words.filter((word) => isFunctionWord(word, language)).length,
    ])
    .sort(([, a], [, b]) => b - a);
}

/**
 * The language of a text, by its script, its function words and its letters; undefined when nothing speaks for one.
 * `expected` are languages that the text probably is in: a short text that could be in several is taken to be in one of them.
 */
export function detectLanguage(text: string, expected: readonly Language[] = []): Language | undefined {
  const sample = text.slice(0, charactersRead);
  const byScript = scripts.find(([script]) => script.test(sample))?.[1];
  if (byScript) return byScript;
  const words = (sample.toLowerCase().match(/[\p{L}\p{M}']+/gu) ?? []) as string[];
  const candidates = expected.length > 0 ? expected : languages;
  const [first, second] = countFunctionWords(words, candidates);
  if (first && first[1] > 1 && first[1] > (second?.[1] ?? 0) + 1) return first[0];
  // Names and numbers look like any language.
  if (words.length < fewestWords && (first?.[1] ?? 0) === 0) return expected[0];
  const detected = loadTinyld()
    .detectAll(sample, { only: [...languages] })
    .filter((guess) => isLanguage(guess.lang) && guess.accuracy >= leastAccuracy);
  const amongExpected = detected.find(({ lang }) => (expected as readonly string[]).includes(lang));
  const guess = (words.length <= 4 ? amongExpected : undefined) ?? detected[0];
  if (guess && isLanguage(guess.lang)) return guess.lang;
  return first && first[1] > 0 ? first[0] : expected[0];
}
