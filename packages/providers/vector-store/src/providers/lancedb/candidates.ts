import type { Table } from '@lancedb/lancedb';
import type { CandidateSource, KeywordTerm, RowKey, RowScore, StoredVector } from '../../provider.ts';
import { clampScore, cosine } from '../../scores.ts';
import { wrongDimensions } from './errors.ts';
import { filterSql, sqlIn } from './filter-sql.ts';
import { type OpenTable, partitionsToSearch, roughRowCount } from './indexes.ts';
import { loadLancedb } from './library.ts';
import { sparseDot } from './sparse.ts';

type Row = Record<string, unknown>;

interface Answering {
  toArrow(): Promise<Iterable<unknown>>;
}

async function rowsOf(query: Answering): Promise<Row[]> {
  return [...(await query.toArrow())] as Row[];
}

const rowIdOf = (row: Row) => row['_rowid'] as bigint;
const vectorOf = (row: Row) => (row['vector'] as { toArray(): Float32Array }).toArray();

/** Rows found by the vector index that are compared exactly for each that is asked for: its codes are estimates. */
const refineFactor = (limit: number): number => (limit > 100 ? 2 : 4);

/** The nearest vectors; the index's candidates are compared exactly. */
async function nearest(
  table: Table,
  { vector, conditions, limit }: Parameters<CandidateSource['nearest']>[0],
): ReturnType<CandidateSource['nearest']> {
  const where = filterSql(conditions);
  const partitions = partitionsToSearch(await roughRowCount(table), where !== undefined);
  const search = table.query().nearestTo(vector).distanceType('dot').nprobes(partitions);
  const filtered = where === undefined ? search : search.where(where);
  const rows = await rowsOf(
    filtered.refineFactor(refineFactor(limit)).withRowId().select(['_distance']).limit(limit),
  );
  return {
    rows: rows.map((row) => ({ row: rowIdOf(row), cosine: 1 - (row['_distance'] as number) })),
    isExact: true,
  };
}

/** LanceDB's BM25 has a factor k1 + 1 in each term's weight that docfleet's has not. */
const bm25Factor = 2.2;

/**
 * The greatest keyword part that a row can have whose terms add up to so much by their rarity alone, as the index counts: it knows nothing of
 * the query's own factors, so that those of the greatest factor are supposed to have brought it.
 */
function createCeiling(terms: readonly KeywordTerm[], total: number): (rarity: number) => number {
  const parts = terms
    .map(({ idf, factor = 1 }) => ({ rarity: idf / factor, factor }))
    .toSorted((a, b) => b.factor - a.factor);
  return (found) => {
    let left = found;
    let sum = 0;
    for (const { rarity, factor } of parts) {
      const taken = Math.min(left, rarity);
      sum += factor * taken;
      left -= taken;
    }
    // What the index counts beyond, as its statistics are its own, may be any term's.
    return total > 0 ? clampScore((sum + Math.max(0, left) * (parts[0]?.factor ?? 1)) / total) : 0;
  };
}

/**
 * Rows that have one of the terms. A single match query skips whole blocks of rows that cannot be among the best, which one with a weight
 * for each term cannot; and it has no syntax: whatever a term looks like, it is a term, as terms have no spaces.
 */
async function matching(
  table: Table,
  { terms, total, conditions, limit }: Parameters<CandidateSource['matching']>[0],
): ReturnType<CandidateSource['matching']> {
  const finding = terms.filter(({ idf, factor = 1 }) => idf > 0 && factor > 0);
  if (finding.length === 0) return [];
  const { MatchQuery } = await loadLancedb();
  const words = finding.map(({ term }) => term).join(' ');
  const search = table.query().fullTextSearch(new MatchQuery(words, 'keywords'));
  const where = filterSql(conditions);
  const rows = await rowsOf(
    (where === undefined ? search : search.where(where)).withRowId().select(['_score']).limit(limit),
  );
  const ceiling = createCeiling(finding, total);
  return rows.map((row) => ({
    row: rowIdOf(row),
    keyword: ceiling((row['_score'] as number) / bm25Factor),
  }));
}

async function score(
  table: Table,
  rows: readonly RowKey[],
  { vector, weights }: Parameters<CandidateSource['score']>[1],
): Promise<ReadonlyMap<RowKey, RowScore>> {
  const columns = [...(vector ? ['vector'] : []), ...(weights ? ['sparse'] : [])];
  const found = await rowsOf(
    table
      .takeRowIds(rows as bigint[])
      .withRowId()
      .select(columns),
  );
  return new Map(
    found.map((row) => [
      rowIdOf(row),
      {
        ...(vector && { cosine: cosine(vector, vectorOf(row)) }),
        ...(weights && { keyword: sparseDot(row['sparse'] as Uint8Array, weights) }),
      },
    ]),
  );
}

async function readHits(table: Table, rows: readonly RowKey[]): ReturnType<CandidateSource['read']> {
  const columns = ['id', 'document_id', 'text'];
  const found = await rowsOf(
    table
      .takeRowIds(rows as bigint[])
      .withRowId()
      .select(columns),
  );
  return new Map(
    found.map((row) => [
      rowIdOf(row),
      { id: row['id'] as string, documentId: row['document_id'] as string, text: row['text'] as string },
    ]),
  );
}

export async function readVectors({ table }: OpenTable, ids: readonly string[]): Promise<StoredVector[]> {
  const rows = await rowsOf(table.query().where(sqlIn('id', ids)).select(['id', 'vector']));
  return rows.map((row) => ({ id: row['id'] as string, values: vectorOf(row).slice() }));
}

/** Runs an action on the table; returns `empty` where there is none. */
type ReadTable = <Result>(
  signal: AbortSignal,
  empty: Result,
  action: (open: OpenTable) => Promise<Result>,
) => Promise<Result>;

const noRows: ReadonlyMap<RowKey, never> = new Map<RowKey, never>();

/** Searches of a table: candidates are those of `latest`, which sees all that was committed before, and are read again by `read`. */
export const createCandidates = (latest: ReadTable, read: ReadTable): CandidateSource => ({
  nearest: (query, signal) =>
    latest(signal, { rows: [], isExact: true }, async ({ table, dimensions }) => {
      if (query.vector.length !== dimensions) throw wrongDimensions(dimensions, query.vector.length);
      return nearest(table, query);
    }),
  matching: (query, signal) => latest(signal, [], ({ table }) => matching(table, query)),
  score: (rows, parts, signal) => read(signal, noRows, ({ table }) => score(table, rows, parts)),
  read: (rows, signal) => read(signal, noRows, ({ table }) => readHits(table, rows)),
});
