import {
  bestFirst,
  boundedNotice,
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
  isScored,
  learn,
  maxScoreOf,
  nothingFound,
  ranked,
  type Scoring,
  scoringOf,
  threshold,
} from './candidate-scores.ts';

/** Returns the number of candidates each half of a hybrid search brings to begin with. */
const candidatesPerHalf = ({ source: { rowsAtOnce = 100 }, query: { topK } }: Scoring) =>
  Math.max(rowsAtOnce, 3 * topK);
/** Factor of the number of candidates of a last round, which is asked for where better rows may have been left out. */
const candidateGrowth = 4;
const maxRounds = 3;
/** Candidates whose words, and whose vectors are read first. A reading costs more by itself than by its rows: each is twice the one before. */
const wordsAtFirst = 80;
const samplesAtFirst = 40;
const vectorsAtFirst = (topK: number) => topK + Math.max(30, Math.ceil(topK / 2));
const readingGrowth = 2;

/** Terms that weigh less than this share of the heaviest find no candidates: half of all rows have them. They count in scores. */
const minWeightShare = 0.02;

function findingTerms(terms: readonly KeywordTerm[]): readonly KeywordTerm[] {
  const heaviest = Math.max(0, ...terms.map(({ idf }) => idf));
  return terms.filter(({ idf }) => idf >= heaviest * minWeightShare);
}

/** The least of a full half: a row that it left out has no more. One with room has left nothing out. */
const minOf = (values: readonly number[], limit: number): number =>
  values.length < limit ? 0 : Math.min(...values);

type NearestRows = Awaited<ReturnType<CandidateSource['nearest']>>;
type MatchingRows = Awaited<ReturnType<CandidateSource['matching']>>;

interface Round {
  readonly limit: number;
  readonly terms: readonly KeywordTerm[];
}

/** Adds what the halves brought to the rows that were found before. */
function addRows(
  { semanticWeight, keywordWeight }: Scoring,
  { candidates }: Found,
  near: NearestRows,
  worded: MatchingRows,
): void {
  const candidateOf = (row: RowKey): Candidate => {
    const candidate = candidates.get(row) ?? {
      cosine: { value: undefined, isExact: semanticWeight === 0 },
      keyword: { value: undefined, isExact: keywordWeight === 0 },
    };
    candidates.set(row, candidate);
    return candidate;
  };
  for (const { row, cosine } of near.rows) {
    const candidate = candidateOf(row);
    if (!candidate.cosine.isExact) candidate.cosine = { value: cosine, isExact: near.isExact };
  }
  for (const { row, keyword } of worded) {
    const candidate = candidateOf(row);
    if (!candidate.keyword.isExact) candidate.keyword = { value: keyword, isExact: false };
  }
}

/** Asks both halves. Returns whether no other row can have a score. */
async function findRows(scoring: Scoring, found: Found, { limit, terms }: Round): Promise<boolean> {
  const { source, query, semanticWeight, keywordWeight, total, signal } = scoring;
  const { vector } = query;
  const asked = { conditions: query, limit };
  const isFinal = keywordWeight === 0;
  const asksVectors = vector !== undefined && semanticWeight > 0;
  const [near, worded] = await Promise.all([
    asksVectors ? source.nearest({ vector, isFinal, ...asked }, signal) : { rows: [], isExact: true },
    keywordWeight > 0 ? source.matching({ terms, total, ...asked }, signal) : [],
  ]);
  addRows(scoring, found, near, worded);
  const cosines = near.rows.map(({ cosine }) => cosine);
  const keywords = worded.map(({ keyword }) => keyword);
  const weightOf = (some: readonly KeywordTerm[]) => some.reduce((sum, { idf }) => sum + idf, 0);
  found.isExact = near.isExact;
  found.leftOut = { cosine: minOf(cosines, limit), keyword: minOf(keywords, limit) };
  found.unsearchedShare = keywordWeight > 0 ? (weightOf(scoring.terms) - weightOf(terms)) / total : 0;
  // A half of vectors with room has every row; one of words only those with one of its terms.
  if (asksVectors) return near.rows.length < limit;
  return terms.length === scoring.terms.length && worded.length < limit;
}

/** Computes one part of rows; those that are gone are dropped. */
async function scoreRows(
  { source, signal }: Scoring,
  found: Found,
  waiting: readonly Waiting[],
  parts: Parameters<CandidateSource['score']>[1],
): Promise<void> {
  const keys = waiting.map(({ row }) => row);
  const scores = await source.score(keys, parts, signal);
  for (const { row, candidate } of waiting) {
    const score = scores.get(row);
    if (score) learn(found, candidate, score);
    else found.candidates.delete(row);
  }
}

interface Waiting {
  readonly row: RowKey;
  readonly candidate: Candidate;
  /** Upper bound of its score. */
  readonly max: number;
}

/** The candidates that are not scored yet and can be among the best, the most promising first. */
function waitingOf(scoring: Scoring, found: Found): Waiting[] {
  const least = threshold(scoring, found);
  return [...found.candidates]
    .filter(([, candidate]) => !isScored(candidate))
    .map(([row, candidate]) => ({ row, candidate, max: maxScoreOf(scoring, found, candidate) }))
    .filter(({ max }) => max > least)
    .toSorted((a, b) => b.max - a.max);
}

/**
 * The rows whose words are read next: the most promising, and some of the others, as an index that is right about the first may be wrong about the rest,
 * whose texts are longer or have other terms.
 */
function wordsToRead(unweighed: readonly Waiting[], factor: number): Waiting[] {
  const others = unweighed.slice(wordsAtFirst * factor);
  const step = Math.max(1, others.length / (samplesAtFirst * factor));
  return [
    ...unweighed.slice(0, wordsAtFirst * factor),
    ...others.filter((_, index) => Math.floor((index + 1) / step) > Math.floor(index / step)),
  ];
}

/**
 * Scores the most promising candidates until none that is left can be among the best: first their words, of which indexes know little and which are
 * read quickly, then the vectors of those that the words leave.
 */
async function scoreBest(scoring: Scoring, found: Found): Promise<void> {
  const { query, weights } = scoring;
  const factors = { words: 1, vectors: 1 };
  for (;;) {
    const waiting = waitingOf(scoring, found);
    if (waiting.length === 0) return;
    const promising = waiting.slice(0, vectorsAtFirst(query.topK) * factors.vectors);
    const compared = promising.filter(({ candidate }) => candidate.keyword.isExact);
    if (2 * compared.length > promising.length && query.vector) {
      await scoreRows(scoring, found, compared, { vector: query.vector });
      factors.vectors *= readingGrowth;
    } else {
      const unweighed = waiting.filter(({ candidate }) => !candidate.keyword.isExact);
      await scoreRows(scoring, found, wordsToRead(unweighed, factors.words), { weights });
      factors.words *= readingGrowth;
    }
  }
}

interface Ranked {
  readonly rows: readonly { row: RowKey; score: number }[];
  /** Candidates requested of a half in the last round, if a row of neither half may still score higher by its words. */
  readonly unproven: number | undefined;
}

/** Finds the best rows, in rounds that bring more as long as something better may have been left out. */
async function rankRows(scoring: Scoring): Promise<Ranked> {
  const { terms, query } = scoring;
  const found = nothingFound();
  const usual = candidatesPerHalf(scoring);
  let isProven = false;
  let round: Round = { limit: query.keyword ? usual : query.topK, terms: findingTerms(terms) };
  for (let left = maxRounds; left > 0; left -= 1) {
    const isComplete = await findRows(scoring, found, round);
    await scoreBest(scoring, found);
    const isEnough = found.isExact || round.limit >= usual;
    const least = threshold(scoring, found);
    isProven = isComplete || maxScoreOf(scoring, found) <= least;
    if (isComplete || round.limit > usual || (isEnough && isProven)) break;
    // With all terms the same number may be enough.
    const isByTerms = maxScoreOf(scoring, { ...found, unsearchedShare: 0 }) <= least;
    const grown = isEnough ? round.limit * candidateGrowth : usual;
    round = { limit: isByTerms ? round.limit : grown, terms };
  }
  return { rows: ranked(scoring, found), unproven: isProven || !query.keyword ? undefined : round.limit };
}

/** Reads the texts of the best; equal scores at the end of the list are read as well, as ids decide among them. */
async function rankCandidates(
  source: CandidateSource,
  query: VectorQuery,
  signal: AbortSignal,
): Promise<VectorSearchResult> {
  const { rows: all, unproven } = await rankRows(scoringOf(source, query, signal));
  const notice = unproven === undefined ? {} : { notice: boundedNotice(unproven) };
  const last = all[query.topK - 1]?.score ?? -1;
  const best = all.filter(({ score }) => score >= last && (score > 0 || !query.keyword));
  if (best.length === 0) return { hits: [] };
  const read = await source.read(
    best.map(({ row }) => row),
    signal,
  );
  const hits = best.flatMap(({ row, score }): VectorHit[] => {
    const shown = read.get(row);
    return shown ? [{ ...shown, textTruncated: false, score: clampScore(score) }] : [];
  });
  return { hits: bestFirst(hits).slice(0, query.topK), ...notice };
}

/** Hits of equal score that are read beyond those asked for, so that ids decide which of them are left out: pages of one search neither repeat nor lose any. */
const maxEquals = 200;

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
  const ask = (beyond: number) => {
    const asked = {
      ...query,
      topK: Math.min(query.topK + beyond, store.limits.maxTopK ?? Number.POSITIVE_INFINITY),
    };
    return 'search' in store ? store.search(asked, signal) : rankCandidates(store.candidates, asked, signal);
  };
  const first = await ask(1);
  const [last, next] = first.hits.slice(query.topK - 1);
  const found = next && next.score === last?.score ? await ask(maxEquals) : first;
  signal.throwIfAborted();
  return { ...found, hits: found.hits.slice(0, query.topK) };
}
