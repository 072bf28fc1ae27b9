import { type Analysis, analyzeQuery, exactTerm, isExact, type QueryToken } from './analyze.ts';
import { termId } from './encode-terms.ts';
import { detectLanguage } from './languages/detect-language.ts';
import { isFunctionWord, type Language, languages } from './languages/language.ts';

/** The ids of a chunk's terms and of its language, as the sample of its namespace keeps them. */
export function sampledTermIds({ language, terms }: Analysis): number[] {
  const sampled = terms.filter((term) => !isExact(term));
  const marked = language ? [...sampled, languageMarker(language)] : sampled;
  return [...new Set(marked.map(termId))];
}

/** Frequencies of terms in the chunks that are searched. */
export interface TermStatistics {
  /** Number of chunks of the namespace, or of the sample. */
  readonly documentCount: number;
  /** In how many of them a term occurs; 0 for one that was never seen. */
  frequencyOf(term: string): number;
}

export interface WeightedTerm {
  readonly term: string;
  /** The word of the query that it stands for: lower case, without accents, with its ending. */
  readonly word: string;
  /** Rarity of the term, times `factor`. */
  readonly idf: number;
  /** Occurrences of the term in the query; function words and parts of compounds count less. */
  readonly factor: number;
}

export interface WeightedQuery {
  readonly terms: WeightedTerm[];
  /** Highest keyword sum a chunk can reach, used as the divisor of scores: a token with several alternative terms counts once. */
  readonly total: number;
}

/**
 * The share of its weight that a function word keeps. nDCG@10 of keywords alone on SciFact's training queries with 0, .05, .1, .2,
 * .3, 1: .7043, .7045, .7046, .7050, .7050, .7030. Everyday questions, which SciFact has none of, ask for little.
 */
const functionWordShare = 0.1;
const partShare = 0.25;
/**
 * The share of a word's spelling beside its stem. It finds a word in a text whose language the namespace hardly has; where no chunk of the sample
 * has the stem, the spelling weighs as much.
 */
const exactShare = 0.25;
/** Share of the chunks below which a language is not searched in, unless the query is in it. */
const minLanguageShare = 0.05;
const maxLanguages = 4;

/** Stands for a chunk's language among its terms in the sample of a namespace; no text has it as a term. */
export const languageMarker = (language: Language): string => `\u0001${language}`;

/** Returns the inverse document frequency of a term: ln(1 + (N - n + 0.5) / (n + 0.5)), as Lucene has it. Never negative, also for n above N. */
export function inverseDocumentFrequency(documentCount: number, documentFrequency: number): number {
  const frequency = Math.max(0, documentFrequency);
  const count = Math.max(frequency, documentCount);
  return Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5));
}

/** The languages that at least a twentieth of the sampled chunks are in, at most four, the commonest first. */
export function commonLanguages({ documentCount, frequencyOf }: TermStatistics): Language[] {
  return languages
    .map((language) => ({ language, frequency: frequencyOf(languageMarker(language)) }))
    .filter(({ frequency }) => frequency > 0 && frequency >= documentCount * minLanguageShare)
    .sort((a, b) => b.frequency - a.frequency)
    .slice(0, maxLanguages)
    .map(({ language }) => language);
}

/** Returns the number of times that the most frequent of a token's alternatives occurs: it is the one that the chunks' own language has. */
const frequencyOfToken = ({ alternatives }: QueryToken, { frequencyOf }: TermStatistics): number =>
  Math.max(...alternatives.map(frequencyOf));

function shareOf(token: QueryToken, language: Language | undefined, frequency: number): number {
  if (token.isPart) return frequency > 0 ? partShare : 0;
  return isFunctionWord(token.word, language ?? 'en') ? functionWordShare : 1;
}

/**
 * The distinct terms of a query in their order, each with its weight, which is its inverse document frequency times how often the
 * query has it. Function words of the query's language keep a tenth.
 */
export function weighQuery(query: string, statistics: TermStatistics): WeightedQuery {
  const expected = commonLanguages(statistics);
  const language = detectLanguage(query, expected);
  const among = [...new Set([language, ...expected])];
  const weights = new Map<string, Omit<WeightedTerm, 'term'>>();
  let total = 0;
  for (const token of analyzeQuery(query, among)) {
    const frequency = frequencyOfToken(token, statistics);
    const share = shareOf(token, language, frequency);
    if (share === 0) continue;
    const weight = share * inverseDocumentFrequency(statistics.documentCount, frequency);
    if (!token.isPart) total += weight;
    const add = (term: string, part: number) => {
      const known = weights.get(term) ?? { word: token.word, idf: 0, factor: 0 };
      weights.set(term, {
        word: known.word,
        idf: known.idf + part * weight,
        factor: known.factor + part * share,
      });
    };
    for (const term of token.alternatives) add(term, 1);
    if (token.isSpelled && share !== functionWordShare)
      add(exactTerm(token.word), frequency === 0 ? 1 : exactShare);
  }
  return { terms: Array.from(weights, ([term, weighed]) => ({ term, ...weighed })), total };
}

const nothingKnown: TermStatistics = { documentCount: 0, frequencyOf: () => 0 };

/** The terms of a query that carry content, of which nothing is known but the query; all of them when it is of function words alone. */
export function contentTerms(query: string): ReadonlySet<string> {
  const { terms } = weighQuery(query, nothingKnown);
  const informative = terms.filter(({ factor }) => factor > functionWordShare);
  return new Set((informative.length > 0 ? informative : terms).map(({ term }) => term));
}

/**
 * The words of a text that carry content, in their order, each with its terms in the text's own language and in those of `expected`: one
 * of them is as good as another.
 */
export function contentTokens(text: string, expected: readonly Language[] = []): (readonly string[])[] {
  const language = detectLanguage(text, expected);
  return analyzeQuery(text, [...new Set([language, ...expected])])
    .filter(({ word, isPart }) => !isPart && !isFunctionWord(word, language ?? 'en'))
    .map(({ alternatives }) => alternatives);
}
