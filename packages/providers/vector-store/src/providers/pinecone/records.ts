import type { PineconeRecord } from '@pinecone-database/pinecone';
import { shortest } from '../../batches.ts';
import { weightsOf } from '../../keyword-weights.ts';
import type { VectorRecord } from '../../provider.ts';
import { toMetadata } from './metadata.ts';

/** 1,000 records and 2 MB a request by the vendor's documentation; the margin is for the frame around the records. */
export const upsertLimits = { records: 1_000, bytes: 1_900_000 };

/** An empty sparse vector is refused; a record without one is only found by its meaning. */
export function sparseValuesOf(
  record: Pick<VectorRecord, 'terms' | 'weights'>,
): Pick<PineconeRecord, 'sparseValues'> {
  const sparseValues = weightsOf(record);
  return sparseValues.indices.length === 0 ? {} : { sparseValues };
}

/** A record as Pinecone takes it: dense and sparse values and metadata. */
export function toPineconeRecord(record: VectorRecord): PineconeRecord {
  return {
    id: record.id,
    values: Array.from(record.values, shortest),
    ...sparseValuesOf(record),
    metadata: toMetadata(record),
  };
}
