import { termId } from '@docfleet/text-analysis';
import type { KeywordTerm, VectorQuery } from '../../provider.ts';
import { keywordWeights, totalOf } from '../../scores.ts';
import { type KeyRange, type Place, rowsOf } from './places.ts';
import type { Connection } from './schema.ts';
import { conditionsSql, createParameters, sparseText, termKey, vectorText } from './values.ts';

/** A query as statements score it. Without a keyword part the score is the cosine. */
export interface Search {
  readonly connection: Connection;
  readonly place: Place;
  readonly query: VectorQuery;
  readonly semanticWeight: number;
  readonly keywordWeight: number;
  /** The query's terms that have a weight. */
  readonly terms: readonly KeywordTerm[];
}

export function searchOf(connection: Connection, place: Place, query: VectorQuery): Search {
  const { vector, keyword } = query;
  if (!keyword) return { connection, place, query, semanticWeight: 1, keywordWeight: 0, terms: [] };
  const terms = totalOf(keyword) > 0 ? keyword.terms.filter(({ idf }) => idf > 0) : [];
  const semanticWeight = vector?.length === place.dimensions ? keyword.semanticWeight : 0;
  return {
    connection,
    place,
    query,
    semanticWeight,
    keywordWeight: terms.length > 0 ? keyword.keywordWeight : 0,
    terms,
  };
}

/** A row and its score, both parts of it computed from what is stored. */
export interface Row {
  readonly row: string;
  readonly id: string;
  readonly score: number;
}

/** The parts of a statement over the rows that meet the query's conditions, which lie in a range and have one of some terms. */
export function partsOf(
  { place, query, semanticWeight, keywordWeight }: Search,
  { after, through, terms }: Partial<KeyRange> & { readonly terms?: readonly KeywordTerm[] | undefined } = {},
) {
  const parameters = createParameters();
  const { table, condition } = rowsOf(place);
  const distance =
    semanticWeight > 0 && query.vector
      ? `vector <#> ${parameters.add(vectorText(query.vector), 'halfvec')}`
      : undefined;
  const parts: string[] = [];
  if (distance && query.keyword)
    parts.push(`${parameters.add(semanticWeight, 'float8')} * greatest(0, -(${distance}))`);
  else if (distance) parts.push(`-(${distance})`);
  if (keywordWeight > 0 && query.keyword) {
    const weights = parameters.add(sparseText(keywordWeights(query.keyword)), 'sparsevec');
    parts.push(`${parameters.add(keywordWeight, 'float8')} * least(1, -(weights <#> ${weights}))`);
  }
  const where = [
    condition,
    // Numbers as they stand in the index's own condition, which the planner has to recognize.
    ...(after === undefined ? [] : [`key > ${after}`]),
    ...(through === undefined ? [] : [`key <= ${through}`]),
    ...conditionsSql(query, parameters),
    // The extension intarray has an operator of this name that the index does not serve.
    ...(terms
      ? [
          `terms OPERATOR(pg_catalog.&&) ${parameters.add(
            terms.map(({ term }) => termKey(termId(term))),
            'integer[]',
          )}`,
        ]
      : []),
  ].join(' AND ');
  return { parameters, distance: distance ?? '0', score: parts.join(' + '), table, where };
}

/** Scores all rows of the range. */
export async function scoreAll(search: Search, among: Parameters<typeof partsOf>[1] = {}): Promise<Row[]> {
  const { parameters, score, table, where } = partsOf(search, among);
  const { rows } = await search.connection.query<Row>(
    `SELECT key AS row, id, score FROM (SELECT key, id, ${score} AS score FROM ${table} WHERE ${where} OFFSET 0) AS scored
     ${search.query.keyword ? 'WHERE score > 0' : ''} ORDER BY score DESC, id LIMIT ${parameters.add(search.query.topK, 'integer')}`,
    parameters.values,
  );
  return rows;
}

/** Scores the rows that have one of the terms. Returns also the most that one of them has by the other terms. */
export async function scoreMatching(
  search: Search,
  terms: readonly KeywordTerm[],
): Promise<{ readonly rows: readonly Row[]; readonly maxOthers: number }> {
  const { query, keywordWeight } = search;
  const { parameters, score, table, where } = partsOf(search, { terms });
  const others = search.terms.filter((term) => !terms.includes(term));
  const weights = keywordWeights({
    ...query.keyword,
    semanticWeight: 0,
    keywordWeight,
    terms: others,
    total: query.keyword ? totalOf(query.keyword) : 0,
  });
  const { rows } = await search.connection.query<Row & { others: number }>(
    `SELECT key AS row, id, score, max(others) OVER () AS others FROM (
       SELECT key, id, ${score} AS score, -(weights <#> ${parameters.add(sparseText(weights), 'sparsevec')}) AS others
       FROM ${table} WHERE ${where} OFFSET 0
     ) AS scored WHERE score > 0 ORDER BY score DESC, id LIMIT ${parameters.add(query.topK, 'integer')}`,
    parameters.values,
  );
  return { rows, maxOthers: others.length === 0 ? 0 : (rows[0]?.others ?? 1) };
}

/** Best rows of all that were found, each once. */
export const bestOf = (rows: readonly Row[], topK: number): Row[] =>
  [...new Map(rows.map((one) => [one.row, one])).values()]
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, topK);
