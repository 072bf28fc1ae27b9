import {
  type CandidateSource,
  type KeywordPart,
  type KeywordTerm,
  keywordWeights,
  type RowKey,
  totalOf,
  type VectorQuery,
} from '@docfleet/vector-store';

/** Below so many rows that have been scored, none is supposed to be estimated too high. */
const minRatios = 20;

/** A query as candidates are scored by it. Without a keyword part the score is the cosine. */
export interface Scoring {
  readonly source: CandidateSource;
  readonly query: VectorQuery;
  readonly semanticWeight: number;
  readonly keywordWeight: number;
  /** The query's terms that have a weight, and the weights by term id. */
  readonly terms: readonly KeywordTerm[];
  readonly weights: ReadonlyMap<number, number>;
  readonly total: number;
  readonly signal: AbortSignal;
}

const none: KeywordPart = { terms: [], semanticWeight: 1, keywordWeight: 0 };

export function scoringOf(source: CandidateSource, query: VectorQuery, signal: AbortSignal): Scoring {
  const { keyword = none, vector } = query;
  if (!vector && !query.keyword) throw new TypeError('A query without a vector has a keyword part');
  const terms = keyword.terms.filter(({ idf }) => idf > 0);
  return {
    source,
    query,
    semanticWeight: vector ? keyword.semanticWeight : 0,
    keywordWeight: terms.length > 0 ? keyword.keywordWeight : 0,
    terms,
    weights: keywordWeights(keyword),
    total: totalOf(keyword),
    signal,
  };
}

/** A row that one or both halves have found. */
export interface Candidate {
  /** An estimate of the vector index until the vector is compared; undefined where that has not found the row. */
  cosine: number | undefined;
  isCompared: boolean;
  /** Exact. */
  keyword: number;
}

/** Rows that the halves have brought so far, and bounds of those that they have left out. */
export interface Found {
  readonly candidates: Map<RowKey, Candidate>;
  /** The most that a row has which a half did not bring, as its index believes; 0 for a half that has brought all. */
  leftOut: { cosine: number; keyword: number };
  /** Share of the keyword part that comes from terms by which no rows were searched. */
  unsearchedShare: number;
  /** Whether cosines are no estimates; those of a few rows would not show how far they are from the exact ones. */
  isExact: boolean;
  /** How far exact cosines were above the estimates: those of other rows may lie as far. */
  cosineGap: number;
  /** Exact keyword parts in relation to what the index believed, one for each row that has been scored. */
  readonly keywordRatios: number[];
}

/**
 * How far a keyword part lies above what the index believes, at most, as far as rows have shown: half as far again above the mean as the farthest of them,
 * because indexes weigh the length of a text by their own average, and what was left out has other lengths.
 */
function maxRatio(ratios: readonly number[]): number {
  const max = Math.max(1, ...ratios);
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / Math.max(1, ratios.length);
  return ratios.length < minRatios ? max : mean + 1.5 * (Math.max(...ratios) - mean);
}

const scoreOf = ({ semanticWeight, keywordWeight }: Scoring, cosine: number, keyword: number): number =>
  semanticWeight * Math.max(0, cosine) + keywordWeight * Math.min(1, keyword);

/** The most that a candidate's score can be. */
export const maxScoreOf = (
  scoring: Scoring,
  { leftOut, cosineGap }: Found,
  { cosine, isCompared, keyword }: Candidate,
): number =>
  scoreOf(scoring, isCompared ? (cosine ?? 0) : Math.min(1, (cosine ?? leftOut.cosine) + cosineGap), keyword);

/** The most that the score of a row can be which neither half has brought. */
export const maxLeftOut = (
  scoring: Scoring,
  { leftOut, cosineGap, keywordRatios, unsearchedShare }: Found,
): number =>
  scoreOf(
    scoring,
    Math.min(1, leftOut.cosine + cosineGap),
    maxRatio(keywordRatios) * leftOut.keyword + unsearchedShare,
  );

/** The rows that are compared by now, the best first. */
export const ranked = (scoring: Scoring, { candidates }: Found): { row: RowKey; score: number }[] =>
  [...candidates]
    .filter(([, { isCompared }]) => isCompared)
    .map(([row, { cosine = 0, keyword }]) => ({ row, score: scoreOf(scoring, cosine, keyword) }))
    .toSorted((a, b) => b.score - a.score);

/** The score that a row must have to be among the best; below any while there is room. */
export const threshold = (scoring: Scoring, found: Found): number =>
  ranked(scoring, found)[scoring.query.topK - 1]?.score ?? -1;
