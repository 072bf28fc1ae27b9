import type { Metadata } from './pinecone-filter.ts';
import { PineconeRefusal } from './pinecone-refusal.ts';

export type PineconeMetric = 'cosine' | 'dotproduct' | 'euclidean';

export interface SparseValues {
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

export interface SentRecord {
  readonly id: string;
  readonly values?: readonly number[];
  readonly sparseValues?: SparseValues;
  readonly metadata?: Metadata;
}

export interface StoredRecord {
  readonly id: string;
  readonly values: Float32Array;
  readonly norm: number;
  readonly sparse: ReadonlyMap<number, number>;
  readonly metadata: Metadata;
}

const metadataBytes = 40_960;
const sparseNonZeros = 1_000;
const idBytes = 512;

const refuse = (message: string): never => {
  throw new PineconeRefusal(400, 3, message);
};

function checkMetadata(id: string, metadata: Metadata): void {
  for (const [field, value] of Object.entries(metadata)) {
    const plain = ['string', 'number', 'boolean'].includes(typeof value);
    const strings = Array.isArray(value) && value.every((one) => typeof one === 'string');
    if (!plain && !strings)
      refuse(
        `Metadata value must be a string, number, boolean or list of strings, got '${JSON.stringify(value)}' for field '${field}'`,
      );
  }
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (bytes > metadataBytes)
    refuse(
      `Metadata size is ${bytes} bytes, which exceeds the limit of ${metadataBytes} bytes per vector (${id})`,
    );
}

/** Returns dense values, after checking that they have the index's dimension and are not all zero. */
export function checkDense(values: unknown, dimension: number): Float32Array {
  if (!Array.isArray(values)) return refuse('values: Expected an array of numbers');
  if (values.length !== dimension)
    return refuse(`Vector dimension ${values.length} does not match the dimension of the index ${dimension}`);
  const dense = Float32Array.from(values as number[]);
  if (!dense.every(Number.isFinite)) return refuse('values: Expected finite numbers');
  if (!dense.some((value) => value !== 0))
    return refuse('Dense vectors must contain at least one non-zero value');
  return dense;
}

/** Returns the values of a sparse vector by index; refuses what Pinecone refuses. */
export function checkSparse(sparse: SparseValues): Map<number, number> {
  const { indices, values } = sparse;
  if (indices.length !== values.length)
    refuse('Sparse vector must have the same number of indices and values');
  if (indices.length === 0) refuse('Sparse vector must contain at least one value');
  if (indices.length > sparseNonZeros)
    refuse(`Sparse vector size ${indices.length} exceeds ${sparseNonZeros}`);
  const byIndex = new Map(indices.map((index, position) => [index, values[position] as number]));
  if (byIndex.size !== indices.length) refuse('Sparse vector must contain unique indices');
  if (!indices.every((index) => Number.isInteger(index) && index >= 0 && index < 2 ** 32))
    refuse('Sparse vector indices must be unsigned 32-bit integers');
  return byIndex;
}

/** Returns a sent record as it is stored; refuses what the real service refuses. */
export function toStored(sent: SentRecord, dimension: number): StoredRecord {
  if (typeof sent.id !== 'string' || sent.id === '' || Buffer.byteLength(sent.id) > idBytes)
    refuse('Vector ID must be a non-empty string of at most 512 characters');
  const values = checkDense(sent.values, dimension);
  const metadata = sent.metadata ?? {};
  checkMetadata(sent.id, metadata);
  return {
    id: sent.id,
    values,
    norm: Math.sqrt(dot(values, values)),
    sparse: sent.sparseValues ? checkSparse(sent.sparseValues) : new Map(),
    metadata,
  };
}

/** Returns a record after an update of its metadata: fields are added and replaced, never removed. */
export function withMetadata(record: StoredRecord, changes: Metadata): StoredRecord {
  const metadata = { ...record.metadata, ...changes };
  checkMetadata(record.id, metadata);
  return { ...record, metadata };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] as number) * (b[index] as number);
  return sum;
}

/** Returns a record's score for a query: larger is nearer, except for the euclidean metric, which has squared distances. */
export function scoreOf(
  record: StoredRecord,
  query: Float32Array,
  sparse: ReadonlyMap<number, number>,
  metric: PineconeMetric,
): number {
  const dense = dot(record.values, query);
  if (metric === 'cosine') return dense / (record.norm * Math.sqrt(dot(query, query)));
  if (metric === 'euclidean') return record.norm ** 2 + dot(query, query) - 2 * dense;
  let score = dense;
  for (const [index, weight] of sparse) score += weight * (record.sparse.get(index) ?? 0);
  return score;
}

/** Returns a record as it is sent in responses. */
export const toSent = (
  record: StoredRecord,
  includeValues: boolean,
  includeMetadata: boolean,
): SentRecord => ({
  id: record.id,
  values: includeValues ? [...record.values] : [],
  ...(includeValues && record.sparse.size > 0
    ? { sparseValues: { indices: [...record.sparse.keys()], values: [...record.sparse.values()] } }
    : {}),
  ...(includeMetadata ? { metadata: record.metadata } : {}),
});
