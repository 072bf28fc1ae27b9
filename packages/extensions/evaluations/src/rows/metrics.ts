import { z } from 'zod';

const maxQuoteLength = 4_000;
const identifier = z.string().min(1).max(2_048);
/** More would make one question weigh as much as a set. */
const maxTargets = 50;

/** A document or a passage that a search should find. */
export const relevantTarget = z
  .strictObject({
    documentId: identifier.optional().describe("The document's id"),
    externalId: identifier
      .optional()
      .describe("The document's external id, which survives ingesting it anew"),
    url: identifier.optional().describe('Address at which the source shows the document to people'),
    name: identifier.optional().describe("The document's name"),
    quote: z
      .string()
      .trim()
      .min(1)
      .max(maxQuoteLength)
      .optional()
      .describe('Text of the relevant passage; without it every passage of the document is relevant'),
    grade: z.int().min(1).max(3).default(1).describe('Grade of relevance, from 1 to 3'),
  })
  .refine((target) => Object.keys(target).some((key) => key !== 'grade'), {
    error: 'must name a document by documentId, externalId, url or name, or a passage by quote',
  });

export const relevantTargets = z.array(relevantTarget).min(1).max(maxTargets);
export type RelevantTarget = z.output<typeof relevantTarget>;

/** A search result as far as its relevance is judged. */
interface RankedPassage {
  readonly documentId: string;
  readonly externalId: string;
  readonly url: string | null;
  readonly name: string | null;
  readonly text: string;
}

/** Quotes are compared by their letters and digits alone: Markdown, line breaks and typographic quotes differ between copies. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

const comparable = (words: readonly string[]) => ` ${words.join(' ')} `;

/** Halves of a quote that are long enough not to occur by chance. */
const minHalfWords = 5;

/** A passage with its words as quotes are compared with them: read once, however many quotes are looked for. */
interface ComparedPassage extends RankedPassage {
  readonly words: string;
}

const toCompared = (passage: RankedPassage): ComparedPassage => ({
  ...passage,
  words: comparable(wordsOf(passage.text)),
});

/** Finds the quote in passages. Chunks may cut a quote in two: its first or second half is enough where each has five words. */
function quoteFinder(quote: string): (passage: ComparedPassage) => boolean {
  const words = wordsOf(quote);
  if (words.length === 0) return ({ text }) => text.includes(quote);
  const half = Math.ceil(words.length / 2);
  const halves = words.length - half < minHalfWords ? [] : [words.slice(0, half), words.slice(half)];
  const forms = [words, ...halves].map(comparable);
  return (passage) => forms.some((form) => passage.words.includes(form));
}

/** Finds out whether passages are the target: all that the target names has to fit. */
function targetFinder(target: RelevantTarget): (passage: ComparedPassage) => boolean {
  const { documentId, externalId, url, name, quote } = target;
  const hasQuote = quote === undefined ? () => true : quoteFinder(quote);
  return (passage) =>
    (documentId === undefined || documentId === passage.documentId) &&
    (externalId === undefined || externalId === passage.externalId) &&
    (url === undefined || url === passage.url) &&
    (name === undefined || name === passage.name) &&
    hasQuote(passage);
}

/** Tests whether documents are ranked and not passages: no target names a passage. */
export const ranksDocuments = (targets: readonly RelevantTarget[]): boolean =>
  targets.every(({ quote }) => quote === undefined);

/** Metrics of the search for one question, each from 0 to 1. */
export interface QuestionMetrics {
  readonly ndcg: number;
  readonly recall: number;
  readonly reciprocalRank: number;
  readonly hit: number;
}

export const metricNames = [
  'ndcg',
  'recall',
  'reciprocalRank',
  'hit',
] as const satisfies (keyof QuestionMetrics)[];

/** Metrics of the chat model's answer to one question; null is left out of means. */
export interface AnswerMetrics {
  readonly answered: number;
  readonly faithfulness: number | null;
  readonly referenceRecall: number | null;
}

export const answerMetricNames = [
  'answered',
  'faithfulness',
  'referenceRecall',
] as const satisfies (keyof AnswerMetrics)[];

/** Results that nDCG considers, as in BEIR and TREC. */
export const ndcgDepth = 10;

/** The gain of each result: the highest grade among the targets that it is the first to match, else 0. */
export interface JudgedRanking {
  readonly gains: readonly number[];
  readonly metrics: QuestionMetrics;
}

/** A target is found once: further passages of a document that was found already gain nothing. */
function judge(ranking: readonly RankedPassage[], targets: readonly RelevantTarget[], topK: number) {
  const open = new Map(targets.map((target) => [target, targetFinder(target)]));
  let found = 0;
  const gains = ranking.map((passage, index) => {
    const compared = toCompared(passage);
    const matched = [...open].filter(([, isIn]) => isIn(compared)).map(([target]) => target);
    for (const target of matched) open.delete(target);
    if (index < topK) found += matched.length;
    return Math.max(0, ...matched.map(({ grade }) => grade));
  });
  return { gains, found };
}

const discounted = (gains: readonly number[]) =>
  gains.slice(0, ndcgDepth).reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);

/**
 * Judges a ranking, which may be longer than `topK` where that is less than ten. nDCG: linear gains discounted by log2(rank + 1), divided by those of the ideal order (Järvelin and Kekäläinen 2002, as
 * trec_eval computes it); recall, reciprocal rank and hit look at the first `topK`.
 */
export function judgeRanking(
  ranking: readonly RankedPassage[],
  targets: readonly RelevantTarget[],
  topK: number,
): JudgedRanking {
  const { gains, found } = judge(ranking, targets, topK);
  const ideal = targets.map(({ grade }) => grade).toSorted((a, b) => b - a);
  const first = gains.slice(0, topK).findIndex((gain) => gain > 0);
  return {
    gains,
    metrics: {
      ndcg: discounted(gains) / discounted(ideal),
      recall: found / targets.length,
      reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
      hit: first < 0 ? 0 : 1,
    },
  };
}
