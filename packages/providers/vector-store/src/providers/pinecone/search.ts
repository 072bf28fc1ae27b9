import { AppError } from '@docfleet/errors';
import type { MetadataClause, MetadataCondition, MetadataFilter } from '@docfleet/metadata-filter';
import type { QueryResponse, RecordMetadata, ScoredPineconeRecord } from '@pinecone-database/pinecone';
import type { Conditions, KeywordPart, VectorHit, VectorQuery, VectorSearchResult } from '../../provider.ts';
import { bestFirst, clampScore, keywordShares, keywordWeights } from '../../scores.ts';
import type { PineconeClient } from './client.ts';
import { instantPrefix, userPrefix } from './metadata.ts';

/** Its documentation does not say whether a negation matches where the field is absent: asking for both is right either way. */
const orAbsent = (field: string, condition: object) => ({
  $or: [{ [field]: condition }, { [field]: { $exists: false } }],
});

/** Undefined stands for what Pinecone cannot express: everything, of which the caller keeps what matches by its row. */
type Translated = object | undefined;

function translate(given: MetadataCondition): object {
  const { operator, value } = given;
  const isInstant = 'isInstant' in given && given.isInstant;
  const field = (isInstant ? instantPrefix : userPrefix) + given.field;
  const condition = { [operator]: value };
  return operator === '$ne' || operator === '$nin' ? orAbsent(field, condition) : { [field]: condition };
}

const oppositeComparisons = { $gt: '$lte', $gte: '$lt', $lt: '$gte', $lte: '$gt' } as const;
const opposites = { $eq: '$ne', $ne: '$eq', $in: '$nin', $nin: '$in' } as const;

/**
 * Translates the negation of a condition. A failed comparison may be due to a value that is no number, for which Pinecone has no condition.
 */
function translateNegated(condition: MetadataCondition): Translated {
  const { field, operator } = condition;
  if (operator === '$exists') return translate({ field, operator, value: !condition.value });
  // Moments lie in fields of their own, which have nothing else.
  if ('isInstant' in condition && condition.isInstant)
    return orAbsent(instantPrefix + field, { [oppositeComparisons[condition.operator]]: condition.value });
  if (!(operator in opposites)) return undefined;
  const opposite = opposites[operator as keyof typeof opposites];
  return translate({ ...condition, operator: opposite } as MetadataCondition);
}

const isKnown = (translated: Translated): translated is object => translated !== undefined;

/** Joins conditions by AND. Those that cannot be expressed are left out, so it may match more than it should. */
function conjunction(parts: readonly Translated[]): Translated {
  const known = parts.filter(isKnown);
  return known.length <= 1 ? known[0] : { $and: known };
}

/** A disjunction with a part that cannot be expressed matches everything. */
function disjunction(parts: readonly Translated[]): Translated {
  if (!parts.every(isKnown)) return undefined;
  return parts.length === 1 ? parts[0] : { $or: parts };
}

/** Pinecone has no negation but those of its operators, so that one moves inwards to the conditions. */
function translateClause(clause: MetadataClause, negated: boolean): Translated {
  if ('not' in clause) return translateAll(clause.not, !negated);
  if (!('anyOf' in clause)) return negated ? translateNegated(clause) : translate(clause);
  const parts = clause.anyOf.map((one) => translateAll(one, negated));
  return negated ? conjunction(parts) : disjunction(parts);
}

function translateAll(filter: MetadataFilter, negated: boolean): Translated {
  const parts = filter.map((clause) => translateClause(clause, negated));
  return negated ? disjunction(parts) : conjunction(parts);
}

/** The query's tenant, documents and metadata conditions in Pinecone's language; undefined when there are none. */
function toFilter({ tenantId, documentIds, filter = [] }: Conditions): object | undefined {
  const conditions: Translated[] = filter.map((clause) => translateClause(clause, false));
  if (documentIds !== undefined) conditions.unshift({ documentId: { $in: documentIds } });
  if (tenantId !== undefined) conditions.unshift({ tenantId: { $eq: tenantId } });
  return conjunction(conditions);
}

export const maxTopK = 10_000;
const minCandidates = 100;
/** Pinecone refuses a dense vector of zeros; so small a one decides nothing. */
const minWeight = 1e-6;
const rescoredNotice =
  'The Pinecone index does not use the dotproduct metric, so hybrid search has re-scored the nearest vectors by keywords; an index with dotproduct searches both at once.';

const scaled = (vector: Float32Array, weight: number): number[] =>
  Array.from(vector, (value) => value * weight);

/** The cosine that a match's score stands for: on unit vectors a squared distance d is 2 - 2 cos. */
const cosineOf = (metric: string, { score = 0 }: ScoredPineconeRecord): number =>
  metric === 'euclidean' ? 1 - score / 2 : score;

function toHit({ id, metadata = {} }: ScoredPineconeRecord, score: number): VectorHit {
  const { documentId, text, textTruncated } = metadata as RecordMetadata;
  return {
    id,
    documentId: String(documentId ?? ''),
    text: String(text ?? ''),
    textTruncated: textTruncated === true,
    score: clampScore(score),
  };
}

interface Vectors {
  readonly vector: number[];
  readonly sparseVector?: { indices: number[]; values: number[] };
}

function ask(
  client: PineconeClient,
  query: VectorQuery,
  vectors: Vectors,
  topK: number,
  signal: AbortSignal,
): Promise<QueryResponse> {
  const filter = toFilter(query);
  return client.call(signal, (index) =>
    index.query({
      ...vectors,
      topK: Math.min(topK, maxTopK),
      includeMetadata: true,
      includeValues: false,
      ...(filter ? { filter } : {}),
    }),
  );
}

/** A query that is compared by meaning. */
type WithVector = VectorQuery & { readonly vector: Float32Array };
const hasVector = (query: VectorQuery): query is WithVector => query.vector !== undefined;

async function semantic(
  client: PineconeClient,
  query: WithVector,
  metric: string,
  signal: AbortSignal,
): Promise<VectorHit[]> {
  const { matches } = await ask(client, query, { vector: scaled(query.vector, 1) }, query.topK, signal);
  return bestFirst(matches.map((match) => toHit(match, cosineOf(metric, match))));
}

/** One query does it all: the index adds the dense and the sparse dot product. A negative cosine counts here. */
async function sparseDense(
  client: PineconeClient,
  query: WithVector,
  keyword: KeywordPart,
  signal: AbortSignal,
): Promise<VectorHit[]> {
  const weights = [...keywordWeights(keyword)].filter(([, weight]) => weight * keyword.keywordWeight > 0);
  const vectors = {
    vector: scaled(query.vector, Math.max(minWeight, keyword.semanticWeight)),
    ...(weights.length === 0
      ? {}
      : {
          sparseVector: {
            indices: weights.map(([id]) => id),
            values: weights.map(([, weight]) => weight * keyword.keywordWeight),
          },
        }),
  };
  const { matches } = await ask(client, query, vectors, query.topK, signal);
  // A weight of 0 has become `minWeight`, which makes no hit of what has none of the words.
  const least = keyword.semanticWeight === 0 ? minWeight : 0;
  const found = matches.filter(({ score = 0 }) => score > least);
  return bestFirst(found.map((match) => toHit(match, match.score ?? 0)));
}

/** The nearest vectors, put in order by the formula with the keyword part taken from their texts. */
async function rescored(
  client: PineconeClient,
  query: WithVector,
  keyword: KeywordPart,
  metric: string,
  signal: AbortSignal,
): Promise<VectorHit[]> {
  const topK = Math.max(minCandidates, query.topK);
  const { matches } = await ask(client, query, { vector: scaled(query.vector, 1) }, topK, signal);
  const hits = matches.map((match): VectorHit => {
    const shares = keywordShares(String(match.metadata?.['text'] ?? ''), keyword);
    const lexical = Math.min(
      1,
      shares.reduce((sum, { weight }) => sum + weight, 0),
    );
    const cosine = Math.max(0, cosineOf(metric, match));
    const score = keyword.semanticWeight * cosine + keyword.keywordWeight * lexical;
    return { ...toHit(match, score), keywordsFromText: true };
  });
  return bestFirst(hits.filter(({ score }) => score > 0)).slice(0, query.topK);
}

/** Returns whether an error is the vendor's refusal of a sparse query on an index of another metric. */
const wantsDotproduct = (error: unknown): boolean =>
  error instanceof AppError &&
  error.details['status'] === 400 &&
  /sparse|dotproduct/i.test(error.details.reason ?? '');

/** Pinecone has no query without a dense vector: one of equal numbers stands for it where words alone are compared. */
const placeholder = (dimensions: number): Float32Array =>
  new Float32Array(dimensions).fill(1 / Math.sqrt(dimensions));

/** Metric and dimension of an index; undefined where the vendor does not state them. */
export interface IndexKind {
  readonly metric: string | undefined;
  readonly dimension: number | undefined;
}

/** Searches by what the index's metric allows. */
export async function searchIndex(
  client: PineconeClient,
  asked: VectorQuery,
  { metric, dimension }: IndexKind,
  signal: AbortSignal,
): Promise<VectorSearchResult> {
  const { keyword } = asked;
  const supposed = metric ?? 'dotproduct';
  if (!hasVector(asked)) {
    if (!keyword || !dimension || metric !== 'dotproduct') return { hits: [], needsVector: true };
    const query = { ...asked, vector: placeholder(dimension) };
    return { hits: await sparseDense(client, query, { ...keyword, semanticWeight: 0 }, signal) };
  }
  if (!keyword) return { hits: await semantic(client, asked, supposed, signal) };
  if (supposed === 'dotproduct') {
    try {
      return { hits: await sparseDense(client, asked, keyword, signal) };
    } catch (error) {
      if (!wantsDotproduct(error)) throw error;
    }
  }
  return { hits: await rescored(client, asked, keyword, metric ?? 'cosine', signal), notice: rescoredNotice };
}
