import { termId } from '@docfleet/text-analysis';
import type { CandidateSource, Conditions, KeywordTerm, RowKey } from '../../provider.ts';
import { type Graph, type KeyRange, type Place, requireDimensions, rowsOf } from './places.ts';
import type { Connection } from './schema.ts';
import { conditionsSql, createParameters, sparseText, termKey, vectorText } from './values.ts';

/**
 * A row that a graph visits takes as long as so many that are compared one by one: 390 µs and 18 with 1,000,000 rows. A condition makes the graph visit the
 * more rows the fewer meet it.
 */
const comparedPerVisit = 21;

/** Rows up to which all that meet a condition are compared: with as many, the graph takes as long. */
const maxExactRows = (limit: number, rows: number): number => Math.sqrt(comparedPerVisit * limit * rows);

/**
 * Rows that a graph keeps in view, of which pgvector takes up to 1,000. Of random vectors 120 find .98 of the ten best among 30,000 and .78 among
 * 1,000,000, where 300 find .91 and 1,000 .95.
 */
const viewOf = (limit: number, { rows }: Graph): number =>
  Math.round(Math.min(1_000, Math.max(120, 2 * limit, Math.sqrt(rows))));

/** Rows that the rarer terms of a query bring to be scored: each takes a few microseconds. */
const maxScoredRows = 5_000;

type NearestQuery = Parameters<CandidateSource['nearest']>[0];
type MatchingQuery = Parameters<CandidateSource['matching']>[0];

/** The rows of a place that meet conditions, or those with keys of a range among them. */
function whereOf(
  place: Place,
  conditions: Conditions,
  parameters: ReturnType<typeof createParameters>,
  { after, through }: Partial<KeyRange> = {},
) {
  const { table, condition } = rowsOf(place);
  // Numbers as they stand in the index's own condition, which the planner has to recognize.
  const keys = [
    ...(after === undefined ? [] : [`key > ${after}`]),
    ...(through === undefined ? [] : [`key <= ${through}`]),
  ];
  return { table, where: [condition, ...keys, ...conditionsSql(conditions, parameters)].join(' AND ') };
}

interface NearRow {
  readonly row: string;
  readonly cosine: number;
}

/** Compares all rows that meet the conditions and lie in the range. The order is by an alias, which keeps the planner from using the index. */
async function compareAll(
  connection: Connection,
  place: Place,
  query: NearestQuery,
  keys?: Partial<KeyRange>,
): Promise<NearRow[]> {
  const parameters = createParameters();
  const vector = parameters.add(vectorText(query.vector), 'halfvec');
  const { table, where } = whereOf(place, query.conditions, parameters, keys);
  const { rows } = await connection.query<NearRow>(
    `SELECT key AS row, -(vector <#> ${vector}) AS cosine FROM ${table} WHERE ${where}
     ORDER BY cosine DESC, id LIMIT ${parameters.add(query.limit, 'integer')}`,
    parameters.values,
  );
  return rows;
}

/**
 * Follows a graph until enough rows meet the conditions. It ends after `hnsw.max_scan_tuples` rows, or when it has used its memory, and then brings
 * fewer than there are.
 */
async function followGraph(
  connection: Connection,
  place: Place,
  query: NearestQuery,
  graph: Graph,
): Promise<NearRow[]> {
  await connection.query(
    `SET LOCAL hnsw.ef_search = ${viewOf(query.limit, graph)}; SET LOCAL hnsw.iterative_scan = strict_order; SET LOCAL hnsw.scan_mem_multiplier = 4`,
  );
  const parameters = createParameters();
  const vector = parameters.add(vectorText(query.vector), 'halfvec');
  const { table, where } = whereOf(place, query.conditions, parameters, graph);
  const { rows } = await connection.query<NearRow>(
    `SELECT key AS row, -(vector <#> ${vector}) AS cosine FROM ${table} WHERE ${where}
     ORDER BY vector <#> ${vector} LIMIT ${parameters.add(query.limit, 'integer')}`,
    parameters.values,
  );
  return rows;
}

/** How many rows meet the conditions, as the server estimates it: a wrong estimate costs time, and no hits. */
async function estimateRows(connection: Connection, place: Place, conditions: Conditions): Promise<number> {
  const parameters = createParameters();
  const { table, where } = whereOf(place, conditions, parameters);
  const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `EXPLAIN (FORMAT JSON) SELECT FROM ${table} WHERE ${where}`,
    parameters.values,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

const isFiltered = ({ tenantId, filter, documentIds }: Conditions): boolean =>
  tenantId !== undefined || documentIds !== undefined || (filter?.length ?? 0) > 0;

/**
 * Follows each graph, and compares the rows that are in none; those of a graph as well where it brings fewer rows than are wanted.
 */
async function followGraphs(connection: Connection, place: Place, query: NearestQuery): Promise<NearRow[]> {
  const rows = await compareAll(connection, place, query, { after: place.graphs.at(-1)?.through ?? 0 });
  for (const graph of place.graphs) {
    const found = await followGraph(connection, place, query, graph);
    const isWhole = found.length >= query.limit;
    rows.push(...(isWhole ? found : await compareAll(connection, place, query, graph)));
  }
  return rows.toSorted((a, b) => b.cosine - a.cosine).slice(0, query.limit);
}

/** The nearest rows: all are compared where they are few. */
export async function findNearest(
  connection: Connection,
  place: Place,
  query: NearestQuery,
): ReturnType<CandidateSource['nearest']> {
  await requireDimensions(connection, place, query.vector.length);
  if (query.vector.length !== place.dimensions) return { rows: [], isExact: true };
  const rows = place.graphs.reduce((sum, graph) => sum + graph.rows, 0);
  const comparesAll =
    rows === 0 ||
    (isFiltered(query.conditions) &&
      (await estimateRows(connection, place, query.conditions)) <= maxExactRows(query.limit, rows));
  const find = comparesAll ? compareAll : followGraphs;
  return { rows: await find(connection, place, query), isExact: true };
}

/** How many rows have a term, as its rarity says. */
const rowsWith = ({ idf, factor = 1 }: KeywordTerm, rows: number): number =>
  factor > 0 ? rows * Math.min(1, Math.exp(-idf / factor)) : rows;

/** The rarest terms, as long as they bring few enough rows; one at least. */
function rarerTerms(terms: readonly KeywordTerm[], rows: number, maxRows: number): readonly KeywordTerm[] {
  const sorted = terms.toSorted((a, b) => rowsWith(a, rows) - rowsWith(b, rows));
  let sum = 0;
  return sorted.filter((term, position) => {
    sum += rowsWith(term, rows);
    return position === 0 || sum <= maxRows;
  });
}

async function matchTerms(
  connection: Connection,
  place: Place,
  { terms, total, conditions, limit }: MatchingQuery,
  finding: readonly KeywordTerm[] | undefined,
): ReturnType<CandidateSource['matching']> {
  const parameters = createParameters();
  const weights = terms.map(({ term, idf }): [number, number] => [termId(term), idf / total]);
  const query = parameters.add(sparseText(weights), 'sparsevec');
  const { table, where } = whereOf(place, conditions, parameters);
  const keys = finding?.map(({ term }) => termKey(termId(term)));
  // The extension intarray has an operator of this name that the index does not serve.
  const found = keys ? `AND terms OPERATOR(pg_catalog.&&) ${parameters.add(keys, 'integer[]')}` : '';
  const { rows } = await connection.query<{ row: string; keyword: number }>(
    `SELECT key AS row, keyword FROM (
       SELECT key, id, -(weights <#> ${query}) AS keyword FROM ${table} WHERE ${where} ${found} OFFSET 0
     ) AS scored WHERE keyword > 0 ORDER BY keyword DESC, id LIMIT ${parameters.add(limit, 'integer')}`,
    parameters.values,
  );
  return rows.map(({ row, keyword }) => ({ row, keyword: Math.min(1, keyword) }));
}

/**
 * Finds rows by their words. In a table of its own the index finds rows that have one of the rarer terms, and all terms score them; where these
 * are too few, more terms follow (all at once took 36 s where 1,000,000 rows have one). Measured on 200,000 rows: 5,000 candidates hold .97 of
 * the ten best rows, 20,000 all; postings summed by term .75, a graph over sparse vectors .94.
 */
export async function findMatching(
  connection: Connection,
  place: Place,
  query: MatchingQuery,
): ReturnType<CandidateSource['matching']> {
  const terms = query.terms.filter(({ idf }) => idf > 0);
  if (terms.length === 0 || query.total <= 0) return [];
  if (!place.isOwn) return matchTerms(connection, place, { ...query, terms }, undefined);
  const rows = await estimateRows(connection, place, query.conditions);
  let tried = 0;
  for (let maxRows = maxScoredRows; ; maxRows *= 4) {
    const rarer = rarerTerms(terms, rows, maxRows);
    if (rarer.length === tried) continue;
    tried = rarer.length;
    const found = await matchTerms(connection, place, { ...query, terms }, rarer);
    if (found.length >= query.limit || tried === terms.length) return found;
  }
}

/** Exact parts of rows, computed where they lie. */
export async function scoreRows(
  connection: Connection,
  place: Place,
  rows: readonly RowKey[],
  { vector, weights }: Parameters<CandidateSource['score']>[1],
): ReturnType<CandidateSource['score']> {
  const parameters = createParameters();
  const parts = [
    ...(vector ? [`-(vector <#> ${parameters.add(vectorText(vector), 'halfvec')}) AS cosine`] : []),
    ...(weights ? [`-(weights <#> ${parameters.add(sparseText(weights), 'sparsevec')}) AS keyword`] : []),
  ];
  const { table, condition } = rowsOf(place);
  const scored = await connection.query<{ row: string; cosine?: number; keyword?: number }>(
    `SELECT ${['key AS row', ...parts].join(', ')} FROM ${table} WHERE ${condition} AND key = ANY(${parameters.add(rows, 'bigint[]')})`,
    parameters.values,
  );
  return new Map(scored.rows.map(({ row, ...score }) => [row, score]));
}

export async function readRows(
  connection: Connection,
  place: Place,
  rows: readonly RowKey[],
): ReturnType<CandidateSource['read']> {
  const { table, condition } = rowsOf(place);
  const read = await connection.query<{ row: string; id: string; documentId: string; text: Buffer }>(
    `SELECT key AS row, id, document_id AS "documentId", text FROM ${table} WHERE ${condition} AND key = ANY($1::bigint[])`,
    [rows],
  );
  return new Map(
    read.rows.map(({ row, id, documentId, text }) => [row, { id, documentId, text: text.toString() }]),
  );
}
