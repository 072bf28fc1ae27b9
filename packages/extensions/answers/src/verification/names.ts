import {
  contentTokens,
  detectLanguage,
  isFunctionWord,
  type Language,
  plainWord,
} from '@docfleet/text-analysis';
import { wordsOf } from './find-quote.ts';
import { agents, negators, starters } from './lexicon.ts';
import { quantitiesOf } from './quantities.ts';
import { unitOf } from './units.ts';

/** Addresses: of pages, and of people, which begin where their signs do. */
const address = /(?:https?:\/\/|www\.)[^\s)\]>"'`]+|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/giu;
/** Identifiers: joined by signs, of letters and digits, or with capitals within, which shows in their first hundred characters. */
const identifier =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}_.-]{0,100}(?:\p{N}\p{L}|\p{L}-?\p{N}|_|\p{L}\.\p{L}|\p{Ll}\p{Lu}))[\p{L}\p{N}]+(?:[_.-]?[\p{L}\p{N}]+)*/gu;
const capitalized = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}'’-]*(?![\p{L}\p{M}\p{N}])/gu;
const ordinal = /^\d+(?:st|nd|rd|th)$/i;
const abbreviations = new Set(['e.g', 'i.e', 'z.b', 'd.h', 'a.m', 'p.m']);
/** Bounds of the length of a compound: shorter words are parts of too many others, and longer ones are no compounds. */
const minCompoundLength = 5;
const maxCompoundLength = 60;

/** Source in which names are looked up: the cited chunks with their documents' names. */
export interface NameSource {
  /** All words in lower case. */
  readonly words: ReadonlySet<string>;
  /** The words one after the other, between spaces. */
  readonly sequence: string;
  /** The terms of their languages. */
  readonly terms: ReadonlySet<string>;
  readonly languages: readonly Language[];
}

const sequenceOf = (text: string) =>
  ` ${wordsOf(text)
    .map(({ key }) => key)
    .join(' ')} `;

/** Makes a source of a text and its terms. */
export function nameSource(text: string, terms: ReadonlySet<string>): NameSource {
  const language = detectLanguage(text);
  const words = new Set(wordsOf(text).map(({ key }) => key));
  return { words, sequence: sequenceOf(text), terms, languages: language ? [language] : [] };
}

/** Parts of a compound: looked up one by one, as the words of long sources are many more. */
function partsOf(key: string): string[] {
  const starts = Array.from({ length: key.length - minCompoundLength + 1 }, (_, start) => start);
  return starts.flatMap((start) => {
    const ends = Array.from(
      { length: key.length - start - minCompoundLength + 1 },
      (_, at) => start + minCompoundLength + at,
    );
    return ends.map((end) => key.slice(start, end));
  });
}

/** Whether a word is there: as it is, by its stem, or as a part of a compound. */
function hasWord(word: string, { words, sequence, terms, languages }: NameSource): boolean {
  const parts = wordsOf(word.replace(/['’]s$/u, '')).map(({ key }) => key);
  if (parts.every((part) => words.has(part))) return true;
  if (contentTokens(word, languages).some((alternatives) => alternatives.some((term) => terms.has(term))))
    return true;
  const key = parts.join('');
  if (key.length < minCompoundLength || key.length > maxCompoundLength) return false;
  return sequence.includes(key) || partsOf(key).some((part) => words.has(part));
}

const isFirst = (text: string, index: number) => !/[\p{L}\p{N}]/u.test(text.slice(0, index));

/** Whether a word at the beginning of a sentence is no name: a word of grammar, or one that is written in small letters elsewhere. */
const isOrdinary = (word: string, language: Language | undefined, ordinary: ReadonlySet<string>): boolean =>
  isFunctionWord(plainWord(word), language ?? 'en') ||
  agents.test(plainWord(word)) ||
  negators.test(plainWord(word)) ||
  starters.test(plainWord(word)) ||
  isFunctionWord(plainWord(word), 'en') ||
  ordinary.has(word.toLowerCase());

/** Whether an unknown first word is likely no name: set off by a comma, an adverb, a participle, a plural, or before what follows a verb: an article, a number, "with". */
const isOpening = (word: string, isForeign: boolean, after: string): boolean =>
  (isForeign && !/^ \p{Lu}/u.test(after)) ||
  /^\s*[,!]/.test(after) ||
  (word.endsWith('s') && isFunctionWord(/^ (\p{L}+)/u.exec(after)?.[1] ?? '', 'en')) ||
  /(?:ly|ing|ed|ers|ment|tion|ees|ants)$/u.test(word) ||
  /^\s+(?:the|a|an|this|that|these|those|all|any|each|every|your|of|it|them|with|to|up|down|off|into|onto|until|\p{Nd}+|du|de|la|le|les)\s/u.test(
    after,
  );

/** Whether a word stands next to another with a capital letter, as first and last names do. */
const isFullName = (text: string, index: number, word: string): boolean =>
  /^ \p{Lu}\p{Ll}/u.test(text.slice(index + word.length)) &&
  !/(?:er|ie|as|en|em|ne|ner)$/u.test(word) &&
  index > 0;

/** Whether a German article leads to a word, as to a noun: "der Tarif Team". */
const isAfterArticle = (text: string, index: number): boolean =>
  /(?<!\p{L})(?:der|die|das|de[mns]|ein(?:e[mnrs]?)?|kein(?:e[mnrs]?)?) $/iu.test(text.slice(0, index));

const titles = /^(?:herrn?|frau|mr|mrs|ms|miss|dr|prof|monsieur|madame|mme|mm)$/u;

/** Whether a word is a month or a unit, which are compared as such. */
const isMeasure = (word: string): boolean => unitOf(word) !== undefined || quantitiesOf(word).length > 0;

/**
 * The first name of a sentence that its sources do not have: an address, an identifier, or a capitalized word. `ordinary` are words that
 * question and passages write in small letters; one of them may begin a sentence. German nouns count as names.
 */
export function findUnknownName(
  text: string,
  language: Language | undefined,
  source: NameSource,
  ordinary: ReadonlySet<string>,
): string | undefined {
  const addresses = [...text.matchAll(address)].map(([found]) => found.replace(/[.,;:!?]+$/, ''));
  const strange = addresses.find((one) => !source.sequence.includes(sequenceOf(one)));
  if (strange !== undefined) return strange;
  const rest = text.replace(address, ' ');
  const identifiers = [...rest.matchAll(identifier)].map(([found]) => found);
  const unknown = identifiers.find(
    (one) =>
      !ordinal.test(one) &&
      !abbreviations.has(one.toLowerCase().replace(/\.$/, '')) &&
      !source.sequence.includes(sequenceOf(one)),
  );
  if (unknown !== undefined) return unknown;
  // Nouns of a German sentence about another language's text are not in it.
  const isForeign = language !== undefined && !source.languages.includes(language);
  const isTranslated = language === 'de' && isForeign;
  for (const { 0: found, index } of rest.matchAll(capitalized)) {
    const isExcused =
      (isFirst(rest, index) &&
        (isOrdinary(found, language, ordinary) ||
          isOpening(found, isForeign, rest.slice(index + found.length)))) ||
      (isTranslated && (isAfterArticle(rest, index) || !isFullName(rest, index, found))) ||
      titles.test(plainWord(found)) ||
      isMeasure(found);
    if (!isExcused && !isFunctionWord(plainWord(found), language ?? 'en') && !hasWord(found, source))
      return found;
  }
  return undefined;
}

/** Languages whose words for negation and direction are known. */
const comparedLanguages: readonly Language[] = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];

/** Returns the language of a sentence: that of its sources, unless it has more function words of another; a short sentence of names looks like any. */
export function languageOf(text: string, own: readonly Language[]): Language | undefined {
  const detected = detectLanguage(text, [...new Set([...own, ...comparedLanguages])]);
  const [first] = own;
  if (!detected || !first || own.includes(detected)) return detected ?? first;
  const words = wordsOf(text).map(({ key }) => plainWord(key));
  const count = (language: Language) => words.filter((word) => isFunctionWord(word, language)).length;
  return count(detected) > count(first) ? detected : first;
}

/** The words that texts write in small letters. */
export function smallWords(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}'’-]*/gu) ?? []));
}
