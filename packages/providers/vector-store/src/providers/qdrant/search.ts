import type { Schemas } from '@qdrant/js-client-rest';
import { shortest } from '../../batches.ts';
import type { KeywordPart, VectorHit, VectorQuery, VectorSearchResult } from '../../provider.ts';
import { bestFirst, boundedNotice, clampScore, keywordWeights } from '../../scores.ts';
import type { QdrantClient } from './client.ts';
import type { Collection } from './collections.ts';
import { type Filter, placeFilter, queryFilter } from './filter.ts';

type Point = Schemas['ScoredPoint'];
type Request = Schemas['QueryRequest'];

/** Points that each half of a hybrid search brings at first, and at most. */
const firstCandidates = 100;
const maxCandidates = 10_000;
const growth = 4;
/** Points that a search of the graph keeps in view: more find more of the nearest, and take longer. */
const minEf = 256;
const rounding = 1e-6;

/** A search of one collection: what every request of it has in common. */
interface Search {
  readonly client: QdrantClient;
  readonly collection: Collection;
  readonly query: VectorQuery;
  readonly filter: Filter;
  /** The part of the filter that is repeated in nested requests: strict mode refuses those that do not name a place. */
  readonly place: Filter;
  readonly signal: AbortSignal;
}

const toHit = ({ payload, score }: Point, weight = 1): VectorHit => ({
  id: String(payload?.['id'] ?? ''),
  documentId: String(payload?.['documentId'] ?? ''),
  text: String(payload?.['text'] ?? ''),
  textTruncated: false,
  score: clampScore(weight * score),
});

const shown = { with_payload: ['id', 'documentId', 'text'] };

async function ask({ client, collection, signal }: Search, request: Request): Promise<Point[]> {
  const path = `${collection.path}/points/query`;
  return (await client<Schemas['QueryResponse']>(signal, 'POST', path, request)).points;
}

/** Sends requests together, or one after the other where strict mode does not allow a batch of their number. */
async function askAll(search: Search, requests: readonly Request[]): Promise<Point[][]> {
  const { client, collection, signal } = search;
  if (requests.length > collection.limits.maxBatch) {
    const answers: Point[][] = [];
    for (const request of requests) answers.push(await ask(search, request));
    return answers;
  }
  const path = `${collection.path}/points/query/batch`;
  const answers = await client<Schemas['QueryResponse'][]>(signal, 'POST', path, { searches: requests });
  return answers.map(({ points }) => points);
}

/** The nearest `limit` points. Beside the place, conditions may tear holes into its graph, around which ACORN finds a way. */
function nearest({ collection, filter }: Search, vector: Float32Array, limit: number, exact: boolean) {
  const { limits } = collection;
  return {
    query: Array.from(vector, shortest),
    using: 'dense',
    limit,
    params: exact
      ? { exact }
      : {
          hnsw_ef: Math.min(limits.maxEf, Math.max(minEf, limit)),
          ...(filter.must.length > 1 && { acorn: { enable: true } }),
        },
  };
}

function matching(keyword: KeywordPart, limit: number) {
  const weights = [...keywordWeights(keyword)].filter(([, weight]) => weight > 0);
  if (weights.length === 0) return undefined;
  const query = { indices: weights.map(([id]) => id), values: weights.map(([, weight]) => weight) };
  return { query, using: 'terms', limit };
}

/** Searches the nearest. Fewer than were asked for are either all, or those that a graph with holes led to: they are then searched for without it. */
async function searchNearest(search: Search, vector: Float32Array, topK: number): Promise<Point[]> {
  const { filter, collection } = search;
  const request = (exact: boolean) => ({ ...nearest(search, vector, topK, exact), filter, ...shown });
  const points = await ask(search, request(false));
  return points.length < topK && collection.limits.allowsExact ? ask(search, request(true)) : points;
}

/** `max(0, cosine)`: the formula language has no maximum. */
const cosinePart = (weight: number) => ({ mult: [weight / 2, { sum: ['$score[0]', { abs: '$score[0]' }] }] });

interface Halves {
  readonly vector: Float32Array;
  readonly keyword: KeywordPart;
  readonly limit: number;
  readonly exact: boolean;
}

interface Round {
  readonly points: readonly Point[];
  /** Returns an upper bound of the score of points that neither half returned; undefined if the nearest points are all. */
  readonly leftOut: number | undefined;
}

/**
 * Requests the nearest points and those with the best keyword scores, and scores their union by both: a nested request scores only
 * its own points. Two further requests return the last point of each half, which bounds the points left out.
 */
async function searchRound(search: Search, { vector, keyword, limit, exact }: Halves): Promise<Round> {
  const { filter, place, query } = search;
  const byMeaning = nearest(search, vector, limit, exact);
  const byWords = matching(keyword, limit) as NonNullable<ReturnType<typeof matching>>;
  const prefetch = [
    { ...byMeaning, filter: place },
    { ...byWords, filter: place },
  ];
  const { query: dense, using } = byMeaning;
  const union = [
    { prefetch, query: dense, using, filter: place, limit: 2 * limit },
    { prefetch, query: byWords.query, using: byWords.using, filter: place, limit: 2 * limit },
  ];
  const formula = {
    sum: [cosinePart(keyword.semanticWeight), { mult: [keyword.keywordWeight, '$score[1]'] }],
  };
  const last = { filter, limit: 1, offset: limit - 1 };
  const [points = [], [lastNearest] = [], [lastMatching] = []] = await askAll(search, [
    {
      prefetch: union,
      query: { formula, defaults: { '$score[0]': 0, '$score[1]': 0 } },
      filter,
      limit: query.topK,
      ...shown,
    },
    { ...byMeaning, ...last },
    { ...byWords, ...last },
  ]);
  const leftOut =
    lastNearest &&
    keyword.semanticWeight * Math.max(0, lastNearest.score) +
      keyword.keywordWeight * (lastMatching?.score ?? 0);
  return { points, leftOut };
}

/** Goes on with more candidates as long as something better may have been left out. */
async function searchHybrid(
  search: Search,
  vector: Float32Array,
  keyword: KeywordPart,
): Promise<VectorSearchResult> {
  const { topK } = search.query;
  const { maxQueryLimit, allowsExact } = search.collection.limits;
  const most = Math.max(1, Math.min(maxCandidates, Math.floor(maxQueryLimit / 2)));
  let limit = Math.min(most, Math.max(firstCandidates, 2 * topK));
  let exact = false;
  for (;;) {
    const { points, leftOut } = await searchRound(search, { vector, keyword, limit, exact });
    const hits = bestFirst(points.filter(({ score }) => score > 0).map((point) => toHit(point)));
    if (leftOut === undefined && (exact || !allowsExact)) return { hits };
    const worst = hits.length < topK ? 0 : (hits.at(-1)?.score ?? 0);
    if (leftOut !== undefined && leftOut <= worst + rounding) return { hits };
    if (leftOut !== undefined && limit === most) return { hits, notice: boundedNotice(limit) };
    if (leftOut === undefined) exact = true;
    else limit = Math.min(most, limit * growth);
  }
}

/** Hits of one part alone, by its weight. */
const weighted = (points: readonly Point[], weight: number): VectorSearchResult => ({
  hits: bestFirst(points.map((point) => toHit(point, weight)).filter(({ score }) => score > 0)),
});

function searchByParts(search: Search): Promise<VectorSearchResult> {
  const { vector, keyword, topK } = search.query;
  if (!keyword)
    return searchNearest(search, vector as Float32Array, topK).then((points) => ({
      hits: bestFirst(points.map((point) => toHit(point))),
    }));
  const byWords = keyword.keywordWeight > 0 ? matching(keyword, topK) : undefined;
  const asksVectors = vector !== undefined && keyword.semanticWeight > 0;
  if (asksVectors && byWords) return searchHybrid(search, vector, keyword);
  if (asksVectors)
    return searchNearest(search, vector, topK).then((points) => weighted(points, keyword.semanticWeight));
  if (!byWords) return Promise.resolve({ hits: [] });
  return ask(search, { ...byWords, filter: search.filter, ...shown }).then((points) =>
    weighted(points, keyword.keywordWeight),
  );
}

/** Searches the points of a place. */
export async function searchCollection(
  client: QdrantClient,
  collection: Collection,
  place: string,
  asked: VectorQuery,
  signal: AbortSignal,
): Promise<VectorSearchResult> {
  const { maxQueryLimit, maxConditionValues } = collection.limits;
  const query = { ...asked, topK: Math.min(asked.topK, maxQueryLimit) };
  const filter = queryFilter(place, query, maxConditionValues);
  const found = await searchByParts({ client, collection, query, filter, place: placeFilter(place), signal });
  if (query.topK === asked.topK || found.notice !== undefined) return found;
  return { ...found, notice: `The strict mode of the Qdrant collection allows ${maxQueryLimit} hits.` };
}
