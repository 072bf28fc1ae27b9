import type { VectorQuery as LanceVectorQuery, Table } from '@lancedb/lancedb';
import { type KeywordPart, keywordWeights } from '../../keyword-weights.ts';
import type { VectorHit, VectorQuery } from '../../provider.ts';
import { bestFirst, clampScore, cosine } from '../../scores.ts';
import { filterSql } from './filter-sql.ts';
import { partitionsToSearch } from './indexes.ts';
import { loadLancedb } from './library.ts';
import { sparseDot } from './sparse.ts';

type Row = Record<string, unknown>;

/** How many candidates each half of a hybrid search brings. */
const candidatesPerHalf = (topK: number) => Math.max(100, 3 * topK);
/** Of the candidates, how many are compared exactly. */
const candidatesToScore = (topK: number) => topK + Math.max(20, topK);

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
  const rows = await table.countRows();
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

interface Candidate {
  readonly rowId: bigint;
  readonly keyword: number;
  /** What the vector index believes; undefined for a row that only the full-text index has found. */
  readonly cosine: number | undefined;
}

async function keywordRows(
  table: Table,
  { terms }: KeywordPart,
  where: string | undefined,
  limit: number,
): Promise<Row[]> {
  if (terms.length === 0) return [];
  const { MatchQuery } = await loadLancedb();
  // A match query has no syntax: whatever a term looks like, it is a term.
  const match = new MatchQuery(terms.map(({ term }) => term).join(' '), 'keywords');
  const search = table.query().fullTextSearch(match);
  return rowsOf(
    (where === undefined ? search : search.where(where))
      .withRowId()
      .select(['sparse', '_score'])
      .limit(limit),
  );
}

async function findCandidates(table: Table, query: VectorQuery, keyword: KeywordPart): Promise<Candidate[]> {
  const where = filterSql(query);
  const limit = candidatesPerHalf(query.topK);
  const search = await nearest(table, query, where);
  const [byVector, byKeyword] = await Promise.all([
    rowsOf(search.withRowId().select(['sparse', '_distance']).limit(limit)),
    keywordRows(table, keyword, where, limit),
  ]);
  const weights = keywordWeights(keyword);
  const candidates = new Map<bigint, Candidate>();
  for (const row of [...byVector, ...byKeyword]) {
    const rowId = row['_rowid'] as bigint;
    if (candidates.has(rowId)) continue;
    const distance = row['_distance'] as number | undefined;
    candidates.set(rowId, {
      rowId,
      keyword: sparseDot(row['sparse'] as Uint8Array, weights),
      cosine: distance === undefined ? undefined : 1 - distance,
    });
  }
  return [...candidates.values()];
}

/** The candidates that can still be among the best: a row that the vector half left out is no nearer than its last one. */
function mostPromising(candidates: readonly Candidate[], topK: number, keyword: KeywordPart): Candidate[] {
  const known = candidates.flatMap(({ cosine }) => cosine ?? []);
  const furthest = known.length === 0 ? 1 : Math.min(...known);
  const estimate = ({ cosine, keyword: score }: Candidate) =>
    keyword.semanticWeight * Math.max(0, cosine ?? furthest) + keyword.keywordWeight * score;
  return candidates.toSorted((a, b) => estimate(b) - estimate(a)).slice(0, candidatesToScore(topK));
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
  const candidates = mostPromising(await findCandidates(table, query, keyword), query.topK, keyword);
  if (candidates.length === 0) return [];
  const keywordScores = new Map(candidates.map(({ rowId, keyword: score }) => [rowId, score]));
  const rows = await rowsOf(
    table
      .takeRowIds([...keywordScores.keys()])
      .withRowId()
      .select(['id', 'document_id', 'text', 'vector']),
  );
  const hits = rows.map((row) => {
    const semantic = Math.max(
      0,
      cosine(query.vector, (row['vector'] as { toArray(): Float32Array }).toArray()),
    );
    const lexical = keywordScores.get(row['_rowid'] as bigint) ?? 0;
    return toHit(row, keyword.semanticWeight * semantic + keyword.keywordWeight * lexical);
  });
  return bestFirst(hits).slice(0, query.topK);
}
