import { createHash } from 'node:crypto';
import type { MetadataClause, MetadataCondition, MetadataFilter } from '@docfleet/metadata-filter';
import type { SparseVector } from '@docfleet/text-analysis';
import { comparedField, filterColumns, presenceToken, valueToken } from '../../filter-columns.ts';
import type { Conditions, VectorRecord } from '../../provider.ts';
import { weightsOf } from '../../scores.ts';

/** Digits that a half-precision number needs, with some to spare. */
const digits = 6;

/** A vector as `halfvec` reads it in a statement. */
export const vectorText = (values: Float32Array): string =>
  `[${Array.from(values, (value) => value.toPrecision(digits)).join(',')}]`;

/** A vector as `halfvec_send` writes it: its length, two bytes that say nothing, and numbers of two bytes. */
export function vectorOfBytes(bytes: Buffer): Float32Array {
  // A copy, as two bytes of each number change places.
  const halves = Uint8Array.from(bytes.subarray(4));
  Buffer.from(halves.buffer).swap16();
  return Float32Array.from(new Float16Array(halves.buffer));
}

/**
 * Indices that a `sparsevec` can have. Ids of terms go to 2³², so that two of them may share an index: a query of ten terms and a chunk of 400 meet
 * such a pair once in 250,000 chunks.
 */
const maxIndex = 1_000_000_000;

/** Weights by term id as `sparsevec` reads them; indices begin with 1. */
export function sparseText(weights: Iterable<readonly [id: number, weight: number]>): string {
  const merged = new Map<number, number>();
  for (const [id, weight] of weights) {
    const index = (id % maxIndex) + 1;
    merged.set(index, (merged.get(index) ?? 0) + weight);
  }
  const parts = [...merged]
    .filter(([, weight]) => weight !== 0)
    .map(([index, weight]) => `${index}:${weight}`);
  return `{${parts.join(',')}}/${maxIndex}`;
}

/** An array parameter in PostgreSQL's binary form: to write numbers as text and to read them there takes longer than to store them. */
export function arrayBytes(elementType: number, items: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(20);
  [1, 0, elementType, items.length, 1].forEach((value, position) => {
    head.writeUInt32BE(value, 4 * position);
  });
  const parts = items.flatMap((item) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(item.length);
    return [length, item];
  });
  return Buffer.concat([head, ...parts]);
}

/** A vector as `halfvec_recv` reads it. */
export function vectorBytes(values: Float32Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(values.length);
  return Buffer.concat([head, Buffer.from(new Float16Array(values).buffer).swap16()]);
}

/** Weights by term id as `sparsevec_recv` reads them: rising indices from 0, then their values, none of which is 0. */
function sparseBytes({ indices, values }: SparseVector): Buffer {
  const merged = new Map<number, number>();
  indices.forEach((id, position) => {
    const index = id % maxIndex;
    merged.set(index, (merged.get(index) ?? 0) + (values[position] as number));
  });
  const parts = [...merged].filter(([, weight]) => Math.fround(weight) !== 0).toSorted(([a], [b]) => a - b);
  const bytes = Buffer.alloc(12 + 8 * parts.length);
  bytes.writeInt32BE(maxIndex);
  bytes.writeInt32BE(parts.length, 4);
  parts.forEach(([index, weight], position) => {
    bytes.writeInt32BE(index, 12 + 4 * position);
    bytes.writeFloatBE(weight, 12 + 4 * (parts.length + position));
  });
  return bytes;
}

/** Ids of terms are unsigned 32-bit numbers; `integer` is signed. */
export const termKey = (id: number): number => id | 0;

const arrayText = (numbers: readonly number[]) => `{${numbers.join(',')}}`;

/** The columns of terms: ids for the index, and weights for scores. */
export function termColumns(record: Pick<VectorRecord, 'terms' | 'weights'>) {
  const sparse = weightsOf(record);
  return { terms: arrayText(sparse.indices.map(termKey)), weights: sparseBytes(sparse) };
}

/** The vector that these columns were made of: terms, and weights as `sparsevec_send` writes them, indices before values. */
export function sparseOf(terms: readonly number[], weights: Buffer): SparseVector {
  const count = weights.readInt32BE(4);
  const weightAt = new Map<number, number>();
  for (let position = 0; position < count; position += 1)
    weightAt.set(weights.readInt32BE(12 + 4 * position), weights.readFloatBE(12 + 4 * (count + position)));
  const indices = terms.map((key) => key >>> 0);
  return { indices, values: indices.map((id) => weightAt.get(id % maxIndex) ?? 0) };
}

const textArray = (texts: readonly string[]) =>
  `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;

/** An index takes entries of 2,704 bytes, and a customer's value may be longer. */
const maxTokenBytes = 500;

/** A token as it is indexed: a long one by its digest, which begins as no token does. */
const indexedToken = (token: string): string =>
  Buffer.byteLength(token) <= maxTokenBytes
    ? token
    : `#${createHash('sha256').update(token).digest('base64')}`;

/** The columns by which metadata is filtered. */
export function filterValues(metadata: VectorRecord['metadata']) {
  const { tokens, numberFields, numberValues } = filterColumns(metadata);
  return {
    tokens: textArray(tokens.map(indexedToken)),
    numberFields: textArray(numberFields),
    numberValues: arrayText(numberValues),
  };
}

/** Values of a statement, and how each is named in it. */
export interface Parameters {
  readonly values: unknown[];
  /** Adds a value and returns its name in the statement. */
  add(value: unknown, type: string): string;
}

export function createParameters(): Parameters {
  const values: unknown[] = [];
  return { values, add: (value, type) => `$${values.push(value)}::${type}` };
}

/** The first of a row's tokens. No field of the metadata can have such a one, as they are lists. */
export const tenantToken = (tenantId: string | null): string => indexedToken(JSON.stringify(tenantId));

const comparisons = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' } as const;

/** The value of a field, which may have an index: with a function around it PostgreSQL would not use that. NULL where a row has none. */
export const numberOf = (field: string): string => `number_values[array_position(number_fields, ${field})]`;

function conditionSql(condition: MetadataCondition, { add }: Parameters): string {
  const { field, operator, value } = condition;
  const hasAny = (...tokens: string[]) => `tokens && ${add(tokens.map(indexedToken), 'text[]')}`;
  switch (operator) {
    case '$eq':
      return hasAny(valueToken(field, value));
    case '$ne':
      return `NOT ${hasAny(valueToken(field, value))}`;
    case '$in':
      return hasAny(...value.map((one) => valueToken(field, one)));
    case '$nin':
      return `NOT ${hasAny(...value.map((one) => valueToken(field, one)))}`;
    case '$exists':
      return `${value ? '' : 'NOT '}${hasAny(presenceToken(field))}`;
    default: {
      const field = add(comparedField(condition), 'text');
      return `${numberOf(field)} ${comparisons[operator]} ${add(value, 'float8')}`;
    }
  }
}

function clauseSql(clause: MetadataClause, parameters: Parameters): string {
  if ('not' in clause) return `NOT coalesce(${allOfSql(clause.not, parameters)}, false)`;
  if (!('anyOf' in clause)) return conditionSql(clause, parameters);
  if (clause.anyOf.length === 0) return 'false';
  return clause.anyOf.map((one) => `(${allOfSql(one, parameters)})`).join(' OR ');
}

/** SQL condition of a filter. It is NULL, which counts as false, where a row lacks a number that is compared. */
const allOfSql = (filter: MetadataFilter, parameters: Parameters): string =>
  filter.length === 0 ? 'true' : filter.map((clause) => `(${clauseSql(clause, parameters)})`).join(' AND ');

/** Returns the SQL conditions of a search's tenant, documents and metadata; none where every row is searched. */
export function conditionsSql(
  { tenantId, documentIds, filter = [] }: Conditions,
  parameters: Parameters,
): string[] {
  const conditions = filter.map((clause) => `(${clauseSql(clause, parameters)})`);
  if (documentIds !== undefined)
    conditions.unshift(`document_id = ANY(${parameters.add(documentIds, 'text[]')})`);
  if (tenantId !== undefined)
    conditions.unshift(`tokens && ${parameters.add([tenantToken(tenantId)], 'text[]')}`);
  return conditions;
}
