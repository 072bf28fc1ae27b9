import type { Conditions, KeywordTerm, VectorHit, VectorQuery, VectorSearchResult } from '../../provider.ts';
import { bestFirst, clampScore } from '../../scores.ts';
import { type Graph, type Place, requireDimensions, rowsOf } from './places.ts';
import type { Connection } from './schema.ts';
import { bestOf, partsOf, type Row, type Search, scoreAll, scoreMatching, searchOf } from './scored-rows.ts';
import { conditionsSql, createParameters } from './values.ts';

/**
 * Cost of a row visited in a graph, in rows that are compared one by one: 390 µs and 18 with 1,000,000 rows. A condition makes the graph visit the
 * more rows the fewer meet it.
 */
const comparedPerVisit = 21;

/** Rows up to which all that meet a condition are compared: with as many, the graph takes as long. */
const maxExactRows = (limit: number, rows: number): number => Math.sqrt(comparedPerVisit * limit * rows);

/** Rows that the rarer terms of a query bring at first, and at most where nothing is found by meaning: each takes a few microseconds. */
const firstScoredRows = 5_000;
const maxScoredRows = 20_000;

const maxView = 1_000;
const hybridView = 3;

/**
 * Rows that a graph keeps in view, of which pgvector takes up to 1,000. Of random vectors 120 find .98 of the ten best among 30,000 and .78 among
 * 1,000,000, where 300 find .91 and 1,000 .95. Those of a hybrid search are all scored by words as well, which finds more of the best than as many rows
 * with rare words do: of 100,000 random vectors 1,000 and 2,500 so found hold .98 of the ten best, 300 and 5,000 .95, and 145 and 10,000 .97.
 */
const viewOf = ({ query, keywordWeight }: Search, rows: number): number =>
  Math.round(
    Math.min(maxView, Math.max(120, 2 * query.topK, Math.sqrt(rows) * (keywordWeight > 0 ? hybridView : 1))),
  );

/** Rows that a graph is followed for. */
const wantedOf = (search: Search, rows: number): number =>
  search.keywordWeight > 0 ? Math.max(search.query.topK, viewOf(search, rows)) : search.query.topK;

/** The nearest rows, and the max cosine of all others; undefined where no others are left. */
interface Nearest {
  readonly rows: readonly Row[];
  readonly leftOut: number | undefined;
}

/**
 * Follows a graph until enough rows meet the conditions, and returns the best of them. It ends after `hnsw.max_scan_tuples` rows, or when it has used its
 * memory, and then brings fewer than there are: all are then scored.
 */
async function followGraph(search: Search, graph: Graph): Promise<Nearest> {
  const { connection, place, query } = search;
  const limit = wantedOf(search, graph.rows);
  await connection.query(
    `SET LOCAL hnsw.ef_search = ${viewOf(search, graph.rows)}; SET LOCAL hnsw.iterative_scan = strict_order; SET LOCAL hnsw.scan_mem_multiplier = 4`,
  );
  const { parameters, distance, score, table, where } = partsOf(search, graph);
  const { rows } = await connection.query<Row & { count: number; cosine: number }>(
    `WITH near AS MATERIALIZED (
       SELECT key, id, -(${distance}) AS cosine, ${score} AS score FROM ${table}
       WHERE ${where} ${place.hasCopies ? 'AND copy_of IS NULL' : ''} ORDER BY ${distance} LIMIT ${parameters.add(limit, 'integer')}
     )
     SELECT key AS row, id, score, count(*) OVER ()::int AS count, min(cosine) OVER () AS cosine FROM near
     ORDER BY score DESC, id LIMIT ${parameters.add(query.topK, 'integer')}`,
    parameters.values,
  );
  const [first] = rows;
  if (first && first.count === limit) return { rows, leftOut: first.cosine };
  return { rows: await scoreAll(search, graph), leftOut: undefined };
}

/**
 * Finds the nearest among the rows that are kept out of graphs: those that repeat a vector are compared once for all, and of the nearest of them each
 * that meets the conditions is scored.
 */
async function findCopies(search: Search): Promise<Nearest> {
  const { connection, query } = search;
  const { parameters, distance, score, table, where } = partsOf(search);
  const { rows } = await connection.query<Row & { count: number; cosine: number }>(
    `WITH RECURSIVE firsts AS (
       SELECT min(copy_of) AS first FROM ${table} WHERE copy_of IS NOT NULL
       UNION ALL SELECT (SELECT min(copy_of) FROM ${table} WHERE copy_of > firsts.first) FROM firsts WHERE first IS NOT NULL
     ), vectors AS MATERIALIZED (
       SELECT first, (SELECT ${distance} FROM ${table} WHERE copy_of = first LIMIT 1) AS distance FROM firsts
       WHERE first IS NOT NULL ORDER BY distance
     ), near AS MATERIALIZED (
       SELECT found.* FROM vectors CROSS JOIN LATERAL (
         SELECT key, id, -distance AS cosine, ${score} AS score FROM ${table} WHERE copy_of = first AND ${where}
         ORDER BY ${query.keyword ? 'score DESC, ' : ''}id LIMIT ${parameters.add(query.topK, 'integer')}
       ) AS found LIMIT ${parameters.add(query.topK, 'integer')}
     )
     SELECT key AS row, id, score, count(*) OVER ()::int AS count, min(cosine) OVER () AS cosine FROM near ORDER BY score DESC, id`,
    parameters.values,
  );
  const [first] = rows;
  return { rows, leftOut: first && first.count >= query.topK ? first.cosine : undefined };
}

/** Returns the number of rows meet the conditions, as the server estimates it: a wrong estimate costs time, and no hits. */
async function estimateRows({ connection, place, query }: Search): Promise<number> {
  const parameters = createParameters();
  const { table, condition } = rowsOf(place);
  const where = [condition, ...conditionsSql(query, parameters)].join(' AND ');
  const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `EXPLAIN (FORMAT JSON) SELECT FROM ${table} WHERE ${where}`,
    parameters.values,
  );
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
}

const isFiltered = ({ tenantId, filter, documentIds }: Conditions): boolean =>
  tenantId !== undefined || documentIds !== undefined || (filter?.length ?? 0) > 0;

/** Follows each graph, and compares the rows that are in none. */
async function findNearest(search: Search): Promise<Nearest> {
  const { place } = search;
  const rows = await scoreAll(search, { after: place.graphs.at(-1)?.through ?? 0 });
  const found = place.hasCopies ? [await findCopies(search)] : [];
  for (const graph of place.graphs) found.push(await followGraph(search, graph));
  const leftOut = found.flatMap((one) => one.leftOut ?? []);
  return {
    rows: [...rows, ...found.flatMap((one) => one.rows)],
    leftOut: leftOut.length > 0 ? Math.max(...leftOut) : undefined,
  };
}

/** Returns the number of rows have a term, as its rarity says. */
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

interface Best {
  readonly rows: readonly Row[];
  /** Whether a better row may have been left out. */
  readonly isUnproven?: boolean;
}

/**
 * Adds rows by their words. The rarer terms find them by the index, and the rows found are scored by all terms and by meaning. More terms
 * are asked for where too few were found, and in a search by words alone where a row that has only those may be better: one that was not
 * found has no more by them than those that were.
 */
async function addMatching(search: Search, near: Nearest | undefined, rows: number): Promise<Best> {
  const { query, terms, keywordWeight, semanticWeight } = search;
  const unseenCosine = near ? semanticWeight * Math.max(0, near.leftOut ?? 0) : 0;
  const enoughRows = near ? firstScoredRows : maxScoredRows;
  let best = near?.rows ?? [];
  let unseen = 1;
  let tried = 0;
  for (let maxRows = firstScoredRows; ; maxRows *= 4) {
    const rarer = rarerTerms(terms, rows, maxRows);
    if (rarer.length > tried) {
      const matching = await scoreMatching(search, rarer);
      best = bestOf([...best, ...matching.rows], query.topK);
      unseen = unseenCosine + keywordWeight * matching.maxOthers;
      tried = rarer.length;
    }
    const isFull = best.length >= query.topK;
    if (tried === terms.length || (isFull && (best.at(-1)?.score ?? 0) >= unseen)) return { rows: best };
    if (isFull && maxRows >= enoughRows) return { rows: best, isUnproven: true };
  }
}

/** Finds the best rows: all are compared where they are few. */
async function findBest(search: Search): Promise<Best> {
  const { place, query, semanticWeight, keywordWeight } = search;
  if (semanticWeight === 0 && keywordWeight === 0) return { rows: [] };
  const graphed = place.graphs.reduce((sum, graph) => sum + graph.rows, 0);
  if (!place.isOwn || (graphed === 0 && semanticWeight > 0)) return { rows: await scoreAll(search) };
  const rows = !isFiltered(query) && graphed > 0 ? graphed : await estimateRows(search);
  if (semanticWeight > 0 && isFiltered(query) && rows <= maxExactRows(wantedOf(search, graphed), graphed))
    return { rows: await scoreAll(search) };
  const near = semanticWeight > 0 ? await findNearest(search) : undefined;
  // After an exact comparison of all rows there are no others.
  if (keywordWeight === 0 || (near && near.leftOut === undefined))
    return { rows: bestOf(near?.rows ?? [], query.topK) };
  return addMatching(search, near, rows);
}

async function readHits({ connection, place }: Search, best: readonly Row[]): Promise<VectorHit[]> {
  const { table, condition } = rowsOf(place);
  const read = await connection.query<{ row: string; documentId: string; text: Buffer }>(
    `SELECT key AS row, document_id AS "documentId", text FROM ${table} WHERE ${condition} AND key = ANY($1::bigint[])`,
    [best.map(({ row }) => row)],
  );
  const shown = new Map(read.rows.map(({ row, ...parts }) => [row, parts]));
  return best.flatMap(({ row, id, score }) => {
    const { documentId, text } = shown.get(row) ?? {};
    return documentId === undefined || text === undefined
      ? []
      : [{ id, documentId, text: text.toString(), textTruncated: false, score: clampScore(score) }];
  });
}

const unprovenNotice =
  'The nearest chunks and those with the rarer words of the query were compared; a better one may be among the others';

/** Searches a place. Both parts of a score are computed where the rows lie, for each row that either half finds. */
export async function searchPlace(
  connection: Connection,
  place: Place,
  query: VectorQuery,
): Promise<VectorSearchResult> {
  if (query.vector) await requireDimensions(connection, place, query.vector.length);
  if (!query.keyword && query.vector?.length !== place.dimensions) return { hits: [] };
  const search = searchOf(connection, place, query);
  const { rows, isUnproven } = await findBest(search);
  if (rows.length === 0) return { hits: [] };
  const hits = bestFirst((await readHits(search, rows)).filter(({ score }) => score > 0 || !query.keyword));
  return { hits, ...(isUnproven && { notice: unprovenNotice }) };
}
