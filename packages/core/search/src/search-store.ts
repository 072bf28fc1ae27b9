import {
  bestFirst,
  type CandidateSource,
  clampScore,
  type KeywordTerm,
  type RowKey,
  type VectorHit,
  type VectorQuery,
  type VectorSearchResult,
  type VectorStore,
} from '@docfleet/vector-store';
import {
  type Candidate,
  type Found,
  maxLeftOut,
  maxScoreOf,
  ranked,
  type Scoring,
  scoringOf,
  threshold,
} from './candidate-scores.ts';

/** How many candidates each half of a hybrid search brings to begin with. */
const candidatesPerHalf = (topK: number) => Math.max(100, 3 * topK);
/** Each time that better rows may have been left out, so many times as many are asked for, at most so often. */
const candidateGrowth = 4;
const maxRounds = 3;
/** Candidates whose vectors are compared at a time. */
const vectorsAtOnce = (topK: number) => topK + Math.max(30, Math.ceil(topK / 2));

/** Terms that weigh less than this share of the heaviest find no candidates: half of all rows have them. They count in scores. */
const minWeightShare = 0.02;

function findingTerms(terms: readonly KeywordTerm[]): readonly KeywordTerm[] {
  const heaviest = Math.max(0, ...terms.map(({ idf }) => idf));
  return terms.filter(({ idf }) => idf >= heaviest * minWeightShare);
}

/** The least of a full half: a row that it left out has no more. One with room has left nothing out. */
const minOf = (values: readonly number[], limit: number): number =>
  values.length < limit ? 0 : Math.min(...values);

interface Round {
  readonly limit: number;
  readonly terms: readonly KeywordTerm[];
}

/** Computes the keyword part of rows, and learns how far the index was from it. */
async function scoreWords(
  { source, weights, signal }: Scoring,
  found: Found,
  estimates: ReadonlyMap<RowKey, number>,
  rows: readonly RowKey[],
): Promise<void> {
  const scores = rows.length > 0 ? await source.score(rows, { weights }, signal) : new Map();
  for (const row of rows) {
    const candidate = found.candidates.get(row);
    const exact = scores.get(row)?.keyword;
    if (!candidate) continue;
    if (exact === undefined) found.candidates.delete(row);
    else {
      candidate.keyword = Math.min(1, exact);
      const estimate = estimates.get(row) ?? 0;
      if (estimate > 0) found.keywordRatios.push(candidate.keyword / estimate);
    }
  }
}

/** Asks both halves, and scores the words of what is new. Returns whether no other row can have a score. */
async function findRows(scoring: Scoring, found: Found, { limit, terms }: Round): Promise<boolean> {
  const { source, query, semanticWeight, keywordWeight, total, signal } = scoring;
  const { vector } = query;
  const asked = { conditions: query, limit };
  const asksVectors = vector !== undefined && semanticWeight > 0;
  const [near, worded] = await Promise.all([
    asksVectors ? source.nearest({ vector, ...asked }, signal) : { rows: [], isExact: true },
    keywordWeight > 0 ? source.matching({ terms, total, ...asked }, signal) : [],
  ]);
  const { candidates } = found;
  found.isExact = near.isExact;
  const added: RowKey[] = [];
  const candidateOf = (row: RowKey): Candidate => {
    const known = candidates.get(row);
    if (known) return known;
    added.push(row);
    const candidate = { cosine: undefined, isCompared: !asksVectors, keyword: 0 };
    candidates.set(row, candidate);
    return candidate;
  };
  for (const { row, cosine } of near.rows) {
    const candidate = candidateOf(row);
    if (candidate.isCompared) continue;
    candidate.cosine = cosine;
    candidate.isCompared = near.isExact;
  }
  for (const { row } of worded) candidateOf(row);
  found.leftOut = {
    cosine: minOf(
      near.rows.map(({ cosine }) => cosine),
      limit,
    ),
    keyword: minOf(
      worded.map(({ keyword }) => keyword),
      limit,
    ),
  };
  const weightOf = (some: readonly KeywordTerm[]) => some.reduce((sum, { idf }) => sum + idf, 0);
  found.unsearchedShare = keywordWeight > 0 ? (weightOf(scoring.terms) - weightOf(terms)) / total : 0;
  if (keywordWeight > 0)
    await scoreWords(scoring, found, new Map(worded.map(({ row, keyword }) => [row, keyword])), added);
  // A half of vectors with room has every row; one of words only those with one of its terms.
  if (asksVectors) return near.rows.length < limit;
  return terms.length === scoring.terms.length && worded.length < limit;
}

/** Compares the vectors of the most promising candidates until none that is left can be among the best. */
async function compareVectors(scoring: Scoring, found: Found): Promise<void> {
  const { source, query, signal } = scoring;
  const { vector, topK } = query;
  if (!vector) return;
  for (;;) {
    const least = threshold(scoring, found);
    const waiting = [...found.candidates]
      .filter(([, { isCompared }]) => !isCompared)
      .map(([row, candidate]) => ({ row, candidate, most: maxScoreOf(scoring, found, candidate) }))
      .filter(({ most }) => most > least)
      .toSorted((a, b) => b.most - a.most)
      .slice(0, vectorsAtOnce(topK));
    if (waiting.length === 0) return;
    const scores = await source.score(
      waiting.map(({ row }) => row),
      { vector },
      signal,
    );
    for (const { row, candidate } of waiting) {
      const exact = scores.get(row)?.cosine;
      if (exact === undefined) found.candidates.delete(row);
      else {
        if (candidate.cosine !== undefined)
          found.cosineGap = Math.max(found.cosineGap, exact - candidate.cosine);
        candidate.cosine = exact;
        candidate.isCompared = true;
      }
    }
  }
}

/** Finds the best rows, in rounds that bring more as long as something better may have been left out. */
async function rankRows(scoring: Scoring): Promise<{ row: RowKey; score: number }[]> {
  const { terms, query } = scoring;
  const found: Found = {
    candidates: new Map(),
    leftOut: { cosine: 0, keyword: 0 },
    unsearchedShare: 0,
    isExact: true,
    cosineGap: 0,
    keywordRatios: [],
  };
  let round: Round = {
    limit: query.keyword ? candidatesPerHalf(query.topK) : query.topK,
    terms: findingTerms(terms),
  };
  for (let left = maxRounds; left > 0; left -= 1) {
    const isComplete = await findRows(scoring, found, round);
    await compareVectors(scoring, found);
    const isEnough = found.isExact || round.limit >= candidatesPerHalf(query.topK);
    if (isComplete || (isEnough && maxLeftOut(scoring, found) <= threshold(scoring, found))) break;
    // With all terms the same number may be enough.
    if (round.terms.length < terms.length) round = { ...round, terms };
    else
      round = {
        ...round,
        limit: isEnough ? round.limit * candidateGrowth : candidatesPerHalf(query.topK),
      };
  }
  return ranked(scoring, found);
}

/** Reads the texts of the best; equal scores at the end of the list are read as well, as ids decide among them. */
async function rankCandidates(
  source: CandidateSource,
  query: VectorQuery,
  signal: AbortSignal,
): Promise<VectorHit[]> {
  const all = await rankRows(scoringOf(source, query, signal));
  const last = all[query.topK - 1]?.score ?? -1;
  const best = all.filter(({ score }) => score >= last && (score > 0 || !query.keyword));
  if (best.length === 0) return [];
  const read = await source.read(
    best.map(({ row }) => row),
    signal,
  );
  const hits = best.flatMap(({ row, score }): VectorHit[] => {
    const shown = read.get(row);
    return shown ? [{ ...shown, textTruncated: false, score: clampScore(score) }] : [];
  });
  return bestFirst(hits).slice(0, query.topK);
}

/**
 * Searches a store of either kind: semanticWeight * max(0, cosine) + keywordWeight * keyword, or the cosine where the query has no keyword part. Of a store that brings candidates both parts of
 * every hit's score are exact, whichever half has found it, and more are asked for as long as something better may have been left out; a row that has
 * neither part of a hybrid search is no hit.
 */
export async function searchStore(
  store: VectorStore,
  query: VectorQuery,
  signal: AbortSignal,
): Promise<VectorSearchResult> {
  if ('search' in store) return store.search(query, signal);
  const hits = await rankCandidates(store.candidates, query, signal);
  signal.throwIfAborted();
  return { hits };
}
