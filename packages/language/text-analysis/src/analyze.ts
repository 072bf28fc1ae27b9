import { compoundParts } from './languages/compounds.ts';
import { detectLanguage } from './languages/detect-language.ts';
import { fold, simplify } from './languages/fold.ts';
import { isFunctionWord, type Language } from './languages/language.ts';
import { stem } from './languages/stem.ts';
import { type GroupedNumber, streamSafe, type Token, takeGroupedNumbers, tokensOf } from './tokens.ts';

/** Signs within words that are not seen: soft hyphens, spaces without a width, joiners. */
const unseen = /\u00ad|\u200b|\u200d|\u2060|\ufeff/gu;

/** Emphasis of the beginning of a word, and of the rest of one: `**W**arranty`, `un*believ*able`. */
const emphasizedStart = /(?<![\p{L}\p{N}*_])(\*{1,3}|~~)(\p{L}{1,60})\1(?=\p{L}{2})/gu;
const emphasizedRest = /(?<=\p{L}{2})(\*{1,3}|~~)([\p{L}\p{N}]{1,60})\1/gu;
const codeStart = /(?<![\p{L}\p{N}`])`(\p{L}{1,60})`(?=\p{L}{2})/gu;
const codeRest = /(?<=\p{L}{2})`([\p{L}\p{N}]{1,60})`/gu;
const linkStart = /(?<![\p{L}\p{N}!])\[(\p{L}{1,60})\]\([^)\s]{0,500}\)(?=\p{L}{2})/gu;
const linkRest = /(?<=\p{L}{2})\[([\p{L}\p{N}]{1,60})\]\([^)\s]{0,500}\)/gu;

/** Signs without which a text marks no part of a word; most texts have none of them. */
const mark = /[*~`[]/;

/** The words of Markdown as they are read, without marks, links and signs that are not seen in the middle of them. */
function joinWords(markdown: string): string {
  const text = markdown.replace(unseen, '');
  return mark.test(text) ? withoutMarks(text) : text;
}

const withoutMarks = (markdown: string): string =>
  markdown
    .replace(emphasizedStart, '$2')
    .replace(emphasizedRest, '$2')
    .replace(codeStart, '$1')
    .replace(codeRest, '$1')
    .replace(linkStart, '$1')
    .replace(linkRest, '$1');

/** UTF-16 units of a term; the rest of a longer word is left out. */
const maxTermLength = 64;
/** Parts of a longer name, such as an identifier of random letters and digits, carry no meaning. */
const maxParts = 8;

/** Articles and prepositions that French, Italian and Catalan write before a vowel. */
const elided =
  /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|all|dall|dell|nell|sull|coll|un|quest|quell)'(?=\p{L}{2})/u;
const possessive = /'s$/u;

function shorten(word: string): string {
  if (word.length <= maxTermLength) return word;
  const isCut = /[\ud800-\udbff]/.test(word.charAt(maxTermLength - 1));
  return word.slice(0, isCut ? maxTermLength - 1 : maxTermLength);
}

/** Spaces that do not break, between groups of three digits. */
const groupSpace = /(?<=\p{N})[\u00a0\u2007\u2009\u202f](?=\p{N}{3}(?!\p{N}))/gu;

/** `R & D`, which is written without spaces as well. */
const initials = /(?<![\p{L}\p{N}])(\p{Lu}) ?\\?& ?(?=\p{Lu}(?![\p{L}\p{N}]))/gu;

/** Also the letters that stand for an apostrophe in transliterations and in Ukrainian. */
const apostrophes = /[’‘ʼʻ]/g;

/** Unifies compatibility forms, apostrophes and hyphens, and closes numbers that are written in groups; words are whole that Markdown marks in part. */
export const normalizeText = (text: string): string =>
  joinWords(
    streamSafe(text.replace(groupSpace, ''))
      .normalize('NFKC')
      .replace(apostrophes, "'")
      .replaceAll('\u2010', '-')
      .replace(initials, '$1&'),
  );

/** A word as it is compared before it is stemmed: lower case, no accents, no elided article, no possessive. */
export const plainWord = (word: string): string =>
  shorten(fold(word.toLowerCase().replace(elided, '').replace(possessive, '')));

/** Word of a query with the index terms that match it. */
export interface QueryToken {
  /** Normalized form, before stemming. */
  readonly word: string;
  /** Its terms by language; the first that the searched chunks have is as good as any other. */
  readonly alternatives: readonly string[];
  /** Whether it is a guess, such as a part of a compound, that counts only where it is found. */
  readonly isPart: boolean;
  /** Whether it is a word whose spelling may be a term of its own. */
  readonly isSpelled?: true;
}

function* pairs(run: string): Generator<string> {
  let previous = '';
  for (const character of run) {
    if (previous !== '') yield previous + character;
    previous = character;
  }
}

const simplifyRun = (run: string): string[] => Array.from(run, simplify);

/** Terms of compound parts, also without the s that joins them. */
function partTerms(word: string, language: Language | undefined): string[] {
  return compoundParts(word, language).flatMap((part) =>
    part.endsWith('s') ? [stem(part, language), stem(part.slice(0, -1), language)] : [stem(part, language)],
  );
}

const minHeadLength = 3;

/** Returns a word with an apostrophe without it, and its part before the apostrophe: `oreilly`, `istanbul` of `istanbul'da`. */
function withoutApostrophe(word: string, language: Language | undefined): string[] {
  const at = word.indexOf("'");
  if (at < 0 || isFunctionWord(word, language ?? 'en')) return [];
  const closed = word.replaceAll("'", '');
  return at < minHeadLength ? [closed] : [closed, word.slice(0, at)];
}

/** Terms of what a word is made of, or written like in another way. */
const otherTerms = (word: string, language: Language | undefined): string[] => [
  ...partTerms(word, language),
  ...withoutApostrophe(word, language).map((other) => stem(other, language)),
];

function wordTerms(text: string, language: Language | undefined): string[] {
  const word = plainWord(text);
  if (word === '') return [];
  const whole = stem(word, language);
  const parts = otherTerms(word, language).filter((part) => part !== whole);
  return parts.length === 0 ? [whole] : [whole, ...new Set(parts)];
}

function nameParts({ parts, joined, others = [], isMeasure }: Token & { kind: 'name' }): readonly string[] {
  if (isMeasure) return parts;
  const wanted = parts.length > maxParts ? joined : parts;
  if (wanted.length > maxParts) return [];
  return [...wanted.filter((part) => part.length > 1), ...others.filter((other) => !wanted.includes(other))];
}

const exactMark = '=';
/** Returns the term of a word as spelled, which does not depend on the detected language. */
export const exactTerm = (word: string): string => `${exactMark}${word}`;
/** Whether a term is the spelling of a word. */
export const isExact = (term: string): boolean => term.startsWith(exactMark);

/** The spelling of a word that its term in this language does not have. */
function exactTerms(token: Token, language: Language | undefined): string[] {
  if (token.kind === 'run') return [];
  const word = plainWord(token.kind === 'name' ? token.whole : token.text);
  const isPlain = word === '' || stem(word, language) === word || isFunctionWord(word, language ?? 'en');
  return isPlain ? [] : [exactTerm(word)];
}

function indexTerms(token: Token, language: Language | undefined): string[] {
  if (token.kind === 'word') return wordTerms(token.text, language);
  if (token.kind === 'run') {
    const characters = simplifyRun(token.text);
    return [...characters, ...pairs(characters.join(''))];
  }
  const whole = nameTerm(token.whole, language);
  const parts = nameParts(token).flatMap((part) => wordTerms(part, language));
  return whole === '' ? parts : [whole, ...parts];
}

/** Term of a name without its joints: the same as that of a word that is written so. */
function nameTerm(whole: string, language: Language | undefined): string {
  const word = plainWord(whole);
  return /^\p{L}+$/u.test(word) ? stem(word, language) : word;
}

/** A text's language and its terms for keyword search, in their order, with repetition. */
export interface Analysis {
  readonly language: Language | undefined;
  readonly terms: string[];
}

/**
 * Takes a text apart into terms:
 *
 * - words in lower case without accents, elided articles and `'s`, reduced to the stem of the text's language. Function words
 *   are kept: a query counts them for little;
 * - long words of languages that write compounds as one, and what stands before and after each boundary of their syllables;
 * - names (`ERR_4711`, `getUserName`, `R&D`, `v2.13.1`) as a whole without joints, and their parts, versions by their beginnings; `C#` and `C++` as they are;
 * - measures (`2.5mg`) as a whole, and as number and unit; numbers that are written in groups once more as a whole; pictures (🚀);
 * - words with an apostrophe also without it, and by what stands before it;
 * - each word once more as it is spelled, where its stem is another;
 * - Han, Kana, Hangul, Thai, Lao, Khmer and Burmese characters and their overlapping pairs, Han in its simplified form.
 */
export function analyzeText(text: string, language: Language | undefined = detectLanguage(text)): Analysis {
  const terms: string[] = [];
  const spellings = new Set<string>();
  const normalized = normalizeText(text);
  // Most words of a text stand in it more than once.
  const words = new Map<string, readonly string[]>();
  for (const token of tokensOf(normalized)) {
    const known = token.kind === 'word' ? words.get(token.text) : undefined;
    const found = known ?? indexTerms(token, language);
    terms.push(...found);
    if (known) continue;
    if (token.kind === 'word') words.set(token.text, found);
    for (const term of exactTerms(token, language)) spellings.add(term);
  }
  const numbers = takeGroupedNumbers(normalized).numbers.map(({ whole }) => whole);
  return { language, terms: [...terms, ...numbers, ...spellings] };
}

/** The terms of `analyzeText`. */
export const analyze = (text: string): string[] => analyzeText(text).terms;

const distinct = (terms: readonly string[]): string[] => [...new Set(terms)];

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Terms of the other spelling of umlauts: Mueller may be written Müller, and the other way around. */
function umlautTerms(text: string, word: string, among: readonly (Language | undefined)[]): string[] {
  const spelled = plainWord(
    text.normalize('NFC').replaceAll(/[äöü]/giu, (letter) => umlauts[letter.toLowerCase()] ?? ''),
  );
  const folded = word.replaceAll(/(?<![aeoq])([aou])e(?=\p{L})/gu, '$1');
  const others = [spelled, folded].filter((other) => other !== word);
  return others.flatMap((other) => among.map((language) => stem(other, language)));
}

function queryWord(text: string, among: readonly (Language | undefined)[], isPart = false): QueryToken[] {
  const word = plainWord(text);
  if (word === '') return [];
  const alternatives = distinct(among.map((language) => stem(word, language)));
  const guesses = [
    ...among.flatMap((language) => otherTerms(word, language)),
    ...umlautTerms(text, word, among),
  ];
  const parts = distinct(guesses)
    .filter((part) => !alternatives.includes(part))
    .map((part): QueryToken => ({ word: part, alternatives: [part], isPart: true }));
  return [{ word, alternatives, isPart, isSpelled: true }, ...parts];
}

/** A number in groups outweighs all of its groups, which other numbers have as well. */
function queryNumber({ whole, groups }: GroupedNumber): QueryToken[] {
  const token = (term: string, isPart: boolean): QueryToken => ({ word: term, alternatives: [term], isPart });
  const wholes = Array.from({ length: Math.ceil(groups.length / 2) }, () => token(whole, false));
  return [...wholes, ...groups.map((group) => token(group, true))];
}

/** A query's tokens, with the terms that they have in each of the languages that the searched texts are in. */
export function analyzeQuery(text: string, among: readonly (Language | undefined)[]): QueryToken[] {
  const single = (term: string): QueryToken => ({ word: term, alternatives: [term], isPart: false });
  const { rest, numbers } = takeGroupedNumbers(normalizeText(text));
  const words = [...tokensOf(rest)].flatMap((token): QueryToken[] => {
    if (token.kind === 'word') return queryWord(token.text, among);
    if (token.kind === 'run') {
      const characters = simplifyRun(token.text);
      return characters.length === 1 ? characters.map(single) : [...pairs(characters.join(''))].map(single);
    }
    const word = plainWord(token.whole);
    const parts = nameParts(token).flatMap((part) => queryWord(part, among));
    const alternatives = distinct([word, ...among.map((language) => nameTerm(token.whole, language))]);
    return word === '' ? parts : [{ word, alternatives, isPart: false, isSpelled: true }, ...parts];
  });
  return [...words, ...numbers.flatMap(queryNumber)];
}
