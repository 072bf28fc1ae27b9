import type { VectorQuery as LanceVectorQuery, Table } from '@lancedb/lancedb';
import { keywordWeights } from '../../keyword-weights.ts';
import type { KeywordPart, VectorHit, VectorQuery } from '../../provider.ts';
import { bestFirst, clampScore, cosine } from '../../scores.ts';
import { filterSql } from './filter-sql.ts';
import { partitionsToSearch } from './indexes.ts';
import { loadLancedb } from './library.ts';
import { roughRowCount } from './rough-row-count.ts';
import { sparseDot } from './sparse.ts';

type Row = Record<string, unknown>;

/** How many candidates each half of a hybrid search brings. */
const candidatesPerHalf = (topK: number) => Math.max(100, 3 * topK);
/** Of the candidates, how many are compared exactly: reading one costs about 50 µs. */
const candidatesToScore = (topK: number) => topK + Math.max(30, topK);

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

async function nearest(
  table: Table,
  query: VectorQuery,
  where: string | undefined,
): Promise<LanceVectorQuery> {
  const rows = await roughRowCount(table);
  const search = table
    .query()
    .nearestTo(query.vector)
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
): Promise<Candidate[]> {
  const search = await nearest(table, query, where);
  const rows = await rowsOf(search.withRowId().select(['_distance']).limit(candidatesPerHalf(query.topK)));
  return rows.map((row) => ({
    rowId: row['_rowid'] as bigint,
    cosine: Math.max(0, 1 - (row['_distance'] as number)),
  }));
}

async function keywordCandidates(
  table: Table,
  { terms }: KeywordPart,
  where: string | undefined,
  limit: number,
): Promise<Candidate[]> {
  if (terms.length === 0) return [];
  const { MatchQuery } = await loadLancedb();
  // A match query has no syntax: whatever a term looks like, it is a term.
  const match = new MatchQuery(terms.map(({ term }) => term).join(' '), 'keywords');
  const search = table.query().fullTextSearch(match);
  const rows = await rowsOf(
    (where === undefined ? search : search.where(where)).withRowId().select(['_score']).limit(limit),
  );
  const greatest = bm25Factor * terms.reduce((sum, { idf }) => sum + idf, 0);
  return rows.map((row) => ({
    rowId: row['_rowid'] as bigint,
    keyword: greatest > 0 ? Math.min(1, (row['_score'] as number) / greatest) : 0,
  }));
}

/** The least that a half's candidates have: a row that a full half left out has no more, and one that a half with room left out has nothing. */
function leastOf(values: readonly (number | undefined)[], limit: number): number {
  const known = values.filter((value) => value !== undefined);
  return known.length < limit ? 0 : Math.min(...known);
}

/** The candidates that can be among the best, judged by the most that their scores can be. */
function mostPromising(
  byVector: readonly Candidate[],
  byKeyword: readonly Candidate[],
  topK: number,
  { semanticWeight, keywordWeight }: KeywordPart,
): bigint[] {
  const limit = candidatesPerHalf(topK);
  const leastCosine = leastOf(
    byVector.map(({ cosine }) => cosine),
    limit,
  );
  const leastKeyword = leastOf(
    byKeyword.map(({ keyword }) => keyword),
    limit,
  );
  const merged = new Map<bigint, Candidate>(byVector.map((candidate) => [candidate.rowId, candidate]));
  for (const candidate of byKeyword)
    merged.set(candidate.rowId, { ...merged.get(candidate.rowId), ...candidate });
  const estimate = ({ cosine = leastCosine, keyword = leastKeyword }: Candidate) =>
    semanticWeight * cosine + keywordWeight * keyword;
  return [...merged.values()]
    .sort((a, b) => estimate(b) - estimate(a))
    .slice(0, candidatesToScore(topK))
    .map(({ rowId }) => rowId);
}

/**
 * The best by semanticWeight * max(0, cosine) + keywordWeight * keyword among what the vector index and the full-text
 * index bring. Both parts of every hit's score are exact, whichever half has found it.
 */
export async function searchHybrid(
  table: Table,
  query: VectorQuery,
  keyword: KeywordPart,
): Promise<VectorHit[]> {
  const where = filterSql(query);
  const [byVector, byKeyword] = await Promise.all([
    vectorCandidates(table, query, where),
    keywordCandidates(table, keyword, where, candidatesPerHalf(query.topK)),
  ]);
  const rowIds = mostPromising(byVector, byKeyword, query.topK, keyword);
  if (rowIds.length === 0) return [];
  const rows = await rowsOf(
    table.takeRowIds(rowIds).select(['id', 'document_id', 'text', 'vector', 'sparse']),
  );
  const weights = keywordWeights(keyword);
  const hits = rows.map((row) => {
    const vector = (row['vector'] as { toArray(): Float32Array }).toArray();
    const semantic = Math.max(0, cosine(query.vector, vector));
    const lexical = sparseDot(row['sparse'] as Uint8Array, weights);
    return toHit(row, keyword.semanticWeight * semantic + keyword.keywordWeight * lexical);
  });
  return bestFirst(hits).slice(0, query.topK);
}
