import {
  type CandidateSource,
  type KeywordPart,
  type KeywordTerm,
  keywordWeights,
  type RowKey,
  type RowScore,
  totalOf,
  type VectorQuery,
} from '@docfleet/vector-store';

/** Scored rows below which no row is assumed to be overestimated. */
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

/** A part of a score: the estimate of an index until it is exact; undefined where the index has not found the row. */
interface Part {
  readonly value: number | undefined;
  readonly isExact: boolean;
}

/** A row that one or both halves have found. A part that has no weight is exact, and 0. */
export interface Candidate {
  cosine: Part;
  keyword: Part;
}

/** Rows that the keyword and the semantic half have returned so far, and upper bounds of all others. */
export interface Found {
  readonly candidates: Map<RowKey, Candidate>;
  /** Upper bound of a half's score for rows that it has not returned, by its index; 0 for a half that has returned all. */
  leftOut: { cosine: number; keyword: number };
  /** Share of the keyword part that comes from terms by which no rows were searched. */
  unsearchedShare: number;
  /** Whether cosines are no estimates; those of a few rows would not show how far they are from the exact ones. */
  isExact: boolean;
  /** Largest difference of an exact cosine above its estimate: other rows may differ as much. */
  cosineGap: number;
  /** Exact keyword parts in relation to what the index believed, of the rows that have been scored: how many, their sum and the greatest. */
  readonly ratios: { count: number; sum: number; max: number };
}

export const nothingFound = (): Found => ({
  candidates: new Map(),
  leftOut: { cosine: 0, keyword: 0 },
  unsearchedShare: 0,
  isExact: true,
  cosineGap: 0,
  ratios: { count: 0, sum: 0, max: 0 },
});

const unknown: Candidate = {
  cosine: { value: undefined, isExact: false },
  keyword: { value: undefined, isExact: false },
};

/**
 * Bounds how far a keyword score lies above the index's estimate, from the rows scored so far: a fifth farther above the mean than
 * the farthest of them, because indexes weigh text length by their own average, and unseen rows have other lengths.
 */
function maxRatioOf({ count, sum, max }: Found['ratios']): number {
  const mean = sum / count;
  return count < minRatios ? Math.max(1, max) : mean + 1.2 * (max - mean);
}

const scoreOf = ({ semanticWeight, keywordWeight }: Scoring, cosine: number, keyword: number): number =>
  semanticWeight * Math.max(0, cosine) + keywordWeight * Math.min(1, keyword);

/** Returns an upper bound of a row's score from its known parts; a row that neither half has returned has none. */
export function maxScoreOf(
  scoring: Scoring,
  { leftOut, cosineGap, ratios, unsearchedShare }: Found,
  { cosine, keyword }: Candidate = unknown,
): number {
  return scoreOf(
    scoring,
    cosine.isExact ? (cosine.value ?? 0) : Math.min(1, (cosine.value ?? leftOut.cosine) + cosineGap),
    keyword.isExact
      ? (keyword.value ?? 0)
      : maxRatioOf(ratios) * (keyword.value ?? leftOut.keyword) + unsearchedShare,
  );
}

export const isScored = ({ cosine, keyword }: Candidate): boolean => cosine.isExact && keyword.isExact;

/** The rows that are scored by now, the best first. */
export const ranked = (scoring: Scoring, found: Found): { row: RowKey; score: number }[] =>
  [...found.candidates]
    .filter(([, candidate]) => isScored(candidate))
    .map(([row, candidate]) => ({ row, score: maxScoreOf(scoring, found, candidate) }))
    .toSorted((a, b) => b.score - a.score);

/** Returns the minimum score for a place among the best results; lower than every score while fewer rows than wanted are known. */
export const threshold = (scoring: Scoring, found: Found): number =>
  ranked(scoring, found)[scoring.query.topK - 1]?.score ?? -1;

/** Notes exact parts of a row, and learns how far the indexes were from them. */
export function learn(found: Found, candidate: Candidate, { cosine, keyword }: RowScore): void {
  if (cosine !== undefined && !candidate.cosine.isExact) {
    const estimate = candidate.cosine.value;
    if (estimate !== undefined) found.cosineGap = Math.max(found.cosineGap, cosine - estimate);
    candidate.cosine = { value: cosine, isExact: true };
  }
  if (keyword !== undefined && !candidate.keyword.isExact) {
    const value = Math.min(1, keyword);
    const estimate = candidate.keyword.value ?? 0;
    if (estimate > 0) {
      const { ratios } = found;
      ratios.count += 1;
      ratios.sum += value / estimate;
      ratios.max = Math.max(ratios.max, value / estimate);
    }
    candidate.keyword = { value, isExact: true };
  }
}
