import type { Table } from '@lancedb/lancedb';
import type { CandidateSource, KeywordTerm, RowKey, RowScore, StoredVector } from '../../provider.ts';
import { clampScore, cosine } from '../../scores.ts';
import { filterSql, sqlIn } from './filter-sql.ts';
import { type OpenTable, partitionsToSearch, roughRowCount } from './indexes.ts';
import { loadLancedb } from './library.ts';
import { sparseDot, unpackSparse } from './sparse.ts';
import { isEmptied } from './table.ts';

/** Rows of each half of a hybrid search: with 600 of 100,000 chunks of SciFact's words, 11 of 200 searches had to ask again. */
const rowsAtOnce = 600;

/** Columns of an answer: reading them is several times as fast as an object for each row. */
async function columnsOf(query: ReturnType<Table['query']> | ReturnType<Table['takeRowIds']>) {
  const table = await query.toArrow();
  return {
    rows: table.numRows,
    rowIds: () => Array.from(table.getChild('_rowid')?.toArray() ?? []) as bigint[],
    numbers: (name: string) => (table.getChild(name)?.toArray() ?? []) as Float32Array,
    value: <Value>(name: string, row: number) => table.getChild(name)?.get(row) as Value,
  };
}

/** Rows found by the vector index that are compared exactly for each that is asked for: its codes are estimates. */
const refineFactor = (limit: number): number => (limit > 100 ? 2 : 4);

/** The nearest vectors, by the index's estimates or compared exactly. */
async function nearest(
  table: Table,
  { vector, conditions, limit, isFinal = false }: Parameters<CandidateSource['nearest']>[0],
): ReturnType<CandidateSource['nearest']> {
  const where = filterSql(conditions);
  const partitions = partitionsToSearch(await roughRowCount(table), where !== undefined);
  const search = table.query().nearestTo(vector).distanceType('dot').nprobes(partitions);
  if (where !== undefined) search.where(where);
  if (isFinal) search.refineFactor(refineFactor(limit));
  const found = await columnsOf(search.withRowId().select(['_distance']).limit(limit));
  const distances = found.numbers('_distance');
  return {
    rows: found.rowIds().map((row, index) => ({ row, cosine: 1 - (distances[index] as number) })),
    isExact: isFinal,
  };
}

/** LanceDB's BM25 has a factor k1 + 1 in each term's weight that docfleet's has not. */
const bm25Factor = 2.2;

/**
 * Creates an upper bound of a row's keyword score, given the sum that the index computes from rarities alone: the index does not
 * know the query's own factors, so the terms with the greatest factors are assumed to have contributed it.
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
    // The rest of the index's score, whose statistics differ, may belong to any term.
    return total > 0 ? clampScore((sum + Math.max(0, left) * (parts[0]?.factor ?? 1)) / total) : 0;
  };
}

/**
 * Rows that have one of the terms. A single match query skips whole blocks of rows that cannot be among the best, which one with a weight
 * for each term cannot; and it has no syntax: any term is taken literally, as terms have no spaces.
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
  if (where !== undefined) search.where(where);
  const found = await columnsOf(search.withRowId().select(['_score']).limit(limit));
  const scores = found.numbers('_score');
  const ceiling = createCeiling(finding, total);
  return found
    .rowIds()
    .map((row, index) => ({ row, keyword: ceiling((scores[index] as number) / bm25Factor) }));
}

const vectorAt = (value: unknown) => (value as { toArray(): Float32Array }).toArray();

async function score(
  table: Table,
  rows: readonly RowKey[],
  { vector, weights }: Parameters<CandidateSource['score']>[1],
): Promise<ReadonlyMap<RowKey, RowScore>> {
  const columns = [...(vector ? ['vector'] : []), ...(weights ? ['sparse'] : [])];
  const found = await columnsOf(
    table
      .takeRowIds(rows as bigint[])
      .withRowId()
      .select(columns),
  );
  return new Map(
    found.rowIds().map((row, index) => [
      row,
      {
        ...(vector && { cosine: cosine(vector, vectorAt(found.value('vector', index))) }),
        ...(weights && { keyword: sparseDot(found.value('sparse', index), weights) }),
      },
    ]),
  );
}

async function readHits(table: Table, rows: readonly RowKey[]): ReturnType<CandidateSource['read']> {
  const found = await columnsOf(
    table
      .takeRowIds(rows as bigint[])
      .withRowId()
      .select(['id', 'document_id', 'text']),
  );
  return new Map(
    found.rowIds().map((row, index) => [
      row,
      {
        id: found.value<string>('id', index),
        documentId: found.value<string>('document_id', index),
        text: found.value<string>('text', index),
      },
    ]),
  );
}

const storedColumns = ['id', 'vector', 'text', 'keywords', 'sparse'];

export async function readVectors({ table }: OpenTable, ids: readonly string[]): Promise<StoredVector[]> {
  const found = await columnsOf(table.query().where(sqlIn('id', ids)).select(storedColumns));
  return Array.from({ length: found.rows }, (_, index) => ({
    id: found.value<string>('id', index),
    values: vectorAt(found.value('vector', index)).slice(),
    text: found.value<string>('text', index),
    terms: found.value<string>('keywords', index).split(' ').filter(Boolean),
    weights: unpackSparse(found.value('sparse', index)),
  }));
}

/** Runs an action on the table; returns `empty` while nothing was written. */
type ReadTable = <Result>(
  signal: AbortSignal,
  empty: Result,
  action: (open: OpenTable) => Promise<Result>,
) => Promise<Result>;

const noRows: ReadonlyMap<RowKey, never> = new Map<RowKey, never>();

/** Searches of a table: candidates are those of `latest`, which sees all that was committed before, and are read again by `read`. */
export const createCandidates = (latest: ReadTable, read: ReadTable): CandidateSource => ({
  rowsAtOnce,
  nearest: (query, signal) =>
    latest(signal, { rows: [], isExact: true }, async (open) =>
      (await isEmptied(open, query.vector.length)) ? { rows: [], isExact: true } : nearest(open.table, query),
    ),
  matching: (query, signal) => latest(signal, [], ({ table }) => matching(table, query)),
  score: (rows, parts, signal) => read(signal, noRows, ({ table }) => score(table, rows, parts)),
  read: (rows, signal) => read(signal, noRows, ({ table }) => readHits(table, rows)),
});
