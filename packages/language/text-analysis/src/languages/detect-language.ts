import { createRequire } from 'node:module';
import type * as Tinyld from 'tinyld';
import { fold } from './fold.ts';
import { type Language, languages, languagesOfFunctionWord } from './language.ts';

/** Enough to detect the language of a text; more only costs time. */
const charactersRead = 400;
/** Of distinct words, for profiles of letters: a list without function words took 1 to 3 ms, several times the rest of its analysis. */
const charactersCompared = 200;
const minAccuracy = 0.1;
const minWords = 4;

/** Scripts that speak for a language, and how many letters of an alphabet one of their characters stands for. */
const scripts: readonly (readonly [RegExp, Language, number])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja', 2],
  [/\p{Script=Han}/gu, 'zh', 3],
  [/\p{Script=Arabic}/gu, 'ar', 1],
  [/\p{Script=Greek}/gu, 'el', 1],
];
/** Share of letters below which a script counts as quoted: a name in Chinese characters, or the β of a formula. */
const minScriptShare = 0.2;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The language that a fair part of the letters is written in; Chinese characters beside kana are Japanese. */
function languageOfScript(sample: string): Language | undefined {
  const counts = scripts.map(([script, , worth]) => worth * countOf(sample, script));
  const [kana = 0, han = 0] = counts;
  if (kana + han + (counts[2] ?? 0) + (counts[3] ?? 0) === 0) return undefined;
  const least = minScriptShare * (countOf(sample, /\p{L}/gu) + counts.reduce((sum, count) => sum + count, 0));
  if (kana > 0 && kana + han >= least && 20 * kana >= han) return 'ja';
  return scripts.find((_, index) => (counts[index] ?? 0) >= least)?.[1];
}

const wordsOf = (sample: string): string[] => sample.toLowerCase().match(/[\p{L}\p{M}']+/gu) ?? [];

/** Loads its profiles of letters (45 MB, 0.1 s) at the first text whose function words do not name its language, as few are. */
const load = createRequire(import.meta.url);
const loadTinyld = () => load('tinyld') as typeof Tinyld;

const isLanguage = (code: string): code is Language => (languages as readonly string[]).includes(code);

/** Returns the number of words of the text each language knows as function words: the best evidence that a short text has. */
function countFunctionWords(words: readonly string[], candidates: readonly Language[]): [Language, number][] {
  const counts = new Map(candidates.map((language) => [language, 0]));
  for (const word of words)
    for (const language of languagesOfFunctionWord(fold(word))) {
      const count = counts.get(language);
      if (count !== undefined) counts.set(language, count + 1);
    }
  return [...counts].sort(([, a], [, b]) => b - a);
}

/**
 * The language of a text, by its script, its function words and its letters; undefined when nothing speaks for one.
 * `expected` are languages that the text probably is in: a short text that could be in several is taken to be in one of them.
 */
export function detectLanguage(text: string, expected: readonly Language[] = []): Language | undefined {
  const sample = text.slice(0, charactersRead);
  const byScript = languageOfScript(sample);
  if (byScript) return byScript;
  const words = wordsOf(sample);
  const candidates = expected.length > 0 ? expected : languages;
  const [first, second] = countFunctionWords(words, candidates);
  if (first && first[1] > 1 && first[1] > (second?.[1] ?? 0) + 1) return first[0];
  const distinct = [...new Set(words)];
  // Names and numbers look like any language.
  if (distinct.length < minWords && (first?.[1] ?? 0) === 0) return expected[0];
  // A table repeats a few words, which say no more the tenth time.
  const compared = distinct.join(' ').slice(0, charactersCompared);
  const detected = loadTinyld()
    .detectAll(compared, { only: [...languages] })
    .filter((guess) => isLanguage(guess.lang) && guess.accuracy >= minAccuracy);
  const amongExpected = detected.find(({ lang }) => (expected as readonly string[]).includes(lang));
  const guess = (words.length <= 4 ? amongExpected : undefined) ?? detected[0];
  if (guess && isLanguage(guess.lang)) return guess.lang;
  return first && first[1] > 0 ? first[0] : expected[0];
}

/**
 * The language that a short text may be in, by its letters alone, as in `mot de passe oublié`; undefined where no language is near. Names and
 * terms of a trade look like any language: other evidence has to come first.
 */
export function nearestLanguage(text: string): Language | undefined {
  const words = wordsOf(text.slice(0, charactersCompared));
  const [nearest] = loadTinyld().detectAll(words.join(' '), { only: [...languages] });
  return nearest && isLanguage(nearest.lang) ? nearest.lang : undefined;
}

/** Scripts of languages that are compared by whole words or characters alone. */
const otherScripts: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Thai}/gu, 'th'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Devanagari}/gu, 'hi'],
];

/**
 * The language of a text as an ISO 639-1 code, also of languages without stems; undefined unless most of its letters or at least two of
 * its function words, two more than in any other language, speak for one.
 */
export function sureLanguage(text: string): string | undefined {
  const sample = text.slice(0, charactersRead);
  const letters = countOf(sample, /\p{L}/gu);
  const other = otherScripts.find(([script]) => 2 * countOf(sample, script) > letters);
  if (other) return other[1];
  const byScript = languageOfScript(sample);
  const latin = countOf(sample, /\p{Script=Latin}/gu);
  // A name in Latin letters or an identifier is found as well as in any other query.
  if (byScript) return 2 * latin < letters ? byScript : undefined;
  // Lists of function words have letters in them, and so have formulas.
  const words = wordsOf(sample).filter((word) => word.length > 1);
  const [first, second] = countFunctionWords(words, languages);
  return first && first[1] > (second?.[1] ?? 0) + 1 ? first[0] : undefined;
}
