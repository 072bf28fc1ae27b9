import type { VectorQuery as LanceVectorQuery, Table } from '@lancedb/lancedb';
import { keywordWeights, totalOf } from '../../keyword-weights.ts';
import type { KeywordPart, KeywordTerm, VectorHit, VectorQuery } from '../../provider.ts';
import { bestFirst, clampScore, cosine } from '../../scores.ts';
import { filterSql } from './filter-sql.ts';
import { partitionsToSearch, roughRowCount } from './indexes.ts';
import { loadLancedb } from './library.ts';
import { sparseDot } from './sparse.ts';

type Row = Record<string, unknown>;

/** How many candidates each half of a hybrid search brings to begin with. */
const candidatesPerHalf = (topK: number) => Math.max(100, 3 * topK);
/** Each time that better rows may have been left out, so many times as many are asked for, at most so often. */
const candidateGrowth = 4;
const maxRounds = 3;
/** Candidates that are compared exactly at a time: reading one costs about 50 µs. */
const candidatesToScore = (topK: number) => topK + Math.max(30, Math.ceil(topK / 2));

async function rowsOf(query: { toArrow(): Promise<Iterable<unknown>> }): Promise<Row[]> {
  return [...(await query.toArrow())] as Row[];
}

const toHit = (row: Row, score: number): VectorHit => ({
  id: row['id'] as string,
  documentId: row['document_id'] as string,
  text: row['text'] as string,
  textTruncated: false,
  score: clampScore(score),
});

const byWordsAlone = () =>
  new TypeError('A query without a vector has a keyword part and no weight of meaning');

async function nearest(
  table: Table,
  { vector }: Pick<VectorQuery, 'vector'>,
  where: string | undefined,
): Promise<LanceVectorQuery> {
  if (!vector) throw byWordsAlone();
  const rows = await roughRowCount(table);
  const search = table
    .query()
    .nearestTo(vector)
    .distanceType('dot')
    .nprobes(partitionsToSearch(rows, where !== undefined));
  return where === undefined ? search : search.where(where);
}

/** The nearest vectors; the index's candidates are compared exactly. */
export async function searchSemantic(table: Table, query: VectorQuery): Promise<VectorHit[]> {
  const search = await nearest(table, query, filterSql(query));
  const rows = await rowsOf(
    search
      .refineFactor(query.topK > 100 ? 2 : 4)
      .select(['id', 'document_id', 'text', '_distance'])
      .limit(query.topK),
  );
  return bestFirst(rows.map((row) => toHit(row, 1 - (row['_distance'] as number))));
}

/** A row that one or both indexes have found, with what they believe of it. */
interface Candidate {
  readonly rowId: bigint;
  readonly cosine?: number;
  readonly keyword?: number;
}

/** LanceDB's BM25 has a factor k1 + 1 in each term's weight that docfleet's has not. */
const bm25Factor = 2.2;

async function vectorCandidates(
  table: Table,
  query: VectorQuery,
  where: string | undefined,
  limit: number,
): Promise<Candidate[]> {
  const search = await nearest(table, query, where);
  const rows = await rowsOf(search.withRowId().select(['_distance']).limit(limit));
  return rows.map((row) => ({
    rowId: row['_rowid'] as bigint,
    cosine: Math.max(0, 1 - (row['_distance'] as number)),
  }));
}

/** Terms that weigh less than this share of the heaviest find no candidates: half of all rows have them. They count in scores. */
const minWeightShare = 0.02;

function findingTerms({ terms }: KeywordPart): readonly KeywordTerm[] {
  const heaviest = Math.max(0, ...terms.map(({ idf }) => idf));
  return terms.filter(({ idf }) => idf > 0 && idf >= heaviest * minWeightShare);
}

/** Returns the share, from 0 to 1, of the keyword score that comes from terms by which no candidates are searched. */
function shareOfOthers(keyword: KeywordPart): number {
  const sum = (terms: readonly KeywordTerm[]) => terms.reduce((all, { idf }) => all + idf, 0);
  const total = totalOf(keyword);
  return total > 0 ? (sum(keyword.terms) - sum(findingTerms(keyword))) / total : 0;
}

interface CandidateSearch {
  readonly where: string | undefined;
  readonly limit: number;
  /** Whether terms that half of all rows have find candidates too: they are asked for where the others do not find enough. */
  readonly usesAllTerms: boolean;
}

async function keywordCandidates(
  table: Table,
  keyword: KeywordPart,
  { where, limit, usesAllTerms }: CandidateSearch,
): Promise<Candidate[]> {
  const terms = usesAllTerms ? keyword.terms.filter(({ idf }) => idf > 0) : findingTerms(keyword);
  if (terms.length === 0) return [];
  const { BooleanQuery, MatchQuery, Occur } = await loadLancedb();
  // A match query has no syntax: whatever a term looks like, it is a term. The index knows how rare a term is, and nothing else of its weight.
  const matches = terms.map(
    ({ term, factor = 1 }): [typeof Occur.Should, InstanceType<typeof MatchQuery>] => [
      Occur.Should,
      new MatchQuery(term, 'keywords', { boost: factor }),
    ],
  );
  const search = table.query().fullTextSearch(new BooleanQuery(matches));
  const rows = await rowsOf(
    (where === undefined ? search : search.where(where)).withRowId().select(['_score']).limit(limit),
  );
  const greatest = bm25Factor * totalOf(keyword);
  return rows.map((row) => ({
    rowId: row['_rowid'] as bigint,
    keyword: greatest > 0 ? Math.min(1, (row['_score'] as number) / greatest) : 0,
  }));
}

/** Candidates of one round of the semantic and the keyword search. */
interface Round {
  readonly candidates: readonly Candidate[];
  /** The most that a row has which neither half brought. */
  readonly leftOut: Required<Omit<Candidate, 'rowId'>>;
  readonly isComplete: boolean;
}

/** The least that a full half's candidates have: a row that it left out has no more. One with room has left nothing out. */
function leastOf(values: readonly (number | undefined)[], limit: number): number {
  const known = values.filter((value) => value !== undefined);
  return known.length < limit ? 0 : Math.min(...known);
}

async function findCandidates(
  table: Table,
  query: VectorQuery,
  keyword: KeywordPart,
  { limit, usesAllTerms }: Omit<CandidateSearch, 'where'>,
): Promise<Round> {
  const where = filterSql(query);
  const asksVectors = keyword.semanticWeight > 0 && query.vector !== undefined;
  const [byVector, byKeyword] = await Promise.all([
    asksVectors ? vectorCandidates(table, query, where, limit) : [],
    keyword.keywordWeight > 0 ? keywordCandidates(table, keyword, { where, limit, usesAllTerms }) : [],
  ]);
  const merged = new Map<bigint, Candidate>(byVector.map((candidate) => [candidate.rowId, candidate]));
  for (const candidate of byKeyword)
    merged.set(candidate.rowId, { ...merged.get(candidate.rowId), ...candidate });
  return {
    candidates: [...merged.values()],
    leftOut: {
      cosine: leastOf(
        byVector.map(({ cosine }) => cosine),
        limit,
      ),
      keyword: leastOf(
        byKeyword.map(({ keyword }) => keyword),
        limit,
      ),
    },
    // A vector half with room has every row; the keyword half only those with one of its terms.
    isComplete: asksVectors ? byVector.length < limit : usesAllTerms && byKeyword.length < limit,
  };
}

/** Scores rows exactly, each once, and learns how far the full-text index's scores lie below the exact ones. */
function createExactScorer(table: Table, query: VectorQuery, keyword: KeywordPart) {
  const weights = keywordWeights(keyword);
  const others = shareOfOthers(keyword);
  const hits = new Map<bigint, VectorHit>();
  let greatestRatio = 1;

  function add({ rowId, keyword: estimated }: Candidate, row: Row): void {
    const vector = (row['vector'] as { toArray(): Float32Array }).toArray();
    const semantic = query.vector ? Math.max(0, cosine(query.vector, vector)) : 0;
    const lexical = Math.min(1, sparseDot(row['sparse'] as Uint8Array, weights));
    if (estimated !== undefined && estimated > 0)
      greatestRatio = Math.max(greatestRatio, lexical / estimated);
    hits.set(rowId, toHit(row, keyword.semanticWeight * semantic + keyword.keywordWeight * lexical));
  }

  return {
    hits,
    /** The most that a candidate's score can be, as far as that is known. */
    atMost: (candidate: Omit<Candidate, 'rowId'>, { leftOut }: Round): number =>
      keyword.semanticWeight * (candidate.cosine ?? leftOut.cosine) +
      keyword.keywordWeight * Math.min(1, greatestRatio * (candidate.keyword ?? leftOut.keyword) + others),
    async score(candidates: readonly Candidate[]): Promise<void> {
      const byRow = new Map(candidates.map((candidate) => [candidate.rowId, candidate]));
      const search = table.takeRowIds([...byRow.keys()]).withRowId();
      const rows = await rowsOf(search.select(['id', 'document_id', 'text', 'vector', 'sparse']));
      for (const row of rows) {
        const candidate = byRow.get(row['_rowid'] as bigint);
        if (candidate) add(candidate, row);
      }
    },
    /** The score that a row must have to be among the best; 0 while there is room. */
    threshold(topK: number): number {
      if (hits.size < topK) return 0;
      return Array.from(hits.values(), ({ score }) => score).sort((a, b) => b - a)[topK - 1] ?? 0;
    },
  };
}

type ExactScorer = ReturnType<typeof createExactScorer>;

/** Scores the most promising candidates of a round until none that is left can be among the best. */
async function scoreRound(scorer: ExactScorer, round: Round, topK: number): Promise<void> {
  const estimate = (candidate: Candidate) => scorer.atMost(candidate, round);
  let waiting = round.candidates.filter(({ rowId }) => !scorer.hits.has(rowId));
  while (waiting.length > 0) {
    waiting.sort((a, b) => estimate(b) - estimate(a));
    if (estimate(waiting[0] as Candidate) <= scorer.threshold(topK)) return;
    await scorer.score(waiting.slice(0, candidatesToScore(topK)));
    waiting = waiting.slice(candidatesToScore(topK));
  }
}

/**
 * The best by semanticWeight * max(0, cosine) + keywordWeight * keyword among what the vector index and the full-text
 * index bring, which are asked for more as long as something better may have been left out. Both parts of every hit's score are
 * exact, whichever half has found it; a row that has neither part is no hit.
 */
export async function searchHybrid(
  table: Table,
  query: VectorQuery,
  keyword: KeywordPart,
): Promise<VectorHit[]> {
  const { topK } = query;
  const scorer = createExactScorer(table, query, keyword);
  let limit = candidatesPerHalf(topK);
  for (let left = maxRounds; left > 0; left -= 1) {
    const round = await findCandidates(table, query, keyword, { limit, usesAllTerms: left < maxRounds });
    await scoreRound(scorer, round, topK);
    if (round.isComplete || scorer.atMost(round.leftOut, round) <= scorer.threshold(topK)) break;
    // The first round with further terms may find enough as it is.
    if (left < maxRounds) limit *= candidateGrowth;
  }
  const hits = [...scorer.hits.values()].filter(({ score }) => score > 0);
  return bestFirst(hits).slice(0, topK);
}
