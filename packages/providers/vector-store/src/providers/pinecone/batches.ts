import { encodeTerms } from '@docfleet/text-analysis';
import type { PineconeRecord } from '@pinecone-database/pinecone';
import type { VectorRecord } from '../../provider.ts';
import { toMetadata } from './metadata.ts';

/** 1,000 records and 2 MB a request by the vendor's documentation; the margin is for the frame around the records. */
const recordsPerUpsert = 1_000;
const bytesPerUpsert = 1_900_000;

/** Nine digits carry a 32-bit float exactly; the seventeen that a double is printed with double the request. */
const shortest = (value: number): number => Number(value.toPrecision(9));

/** An empty sparse vector is refused; a record without one is only found by its meaning. */
export function sparseValuesOf(terms: VectorRecord['terms']): Pick<PineconeRecord, 'sparseValues'> {
  const sparseValues = encodeTerms(terms);
  return sparseValues.indices.length === 0 ? {} : { sparseValues };
}

/** A record as Pinecone takes it: dense and sparse values and metadata. */
export function toPineconeRecord(record: VectorRecord): PineconeRecord {
  return {
    id: record.id,
    values: Array.from(record.values, shortest),
    ...sparseValuesOf(record.terms),
    metadata: toMetadata(record),
  };
}

/** Puts records into as few requests as the vendor's limits on records and bytes allow. */
export function* inBatches<Item>(
  items: readonly Item[],
  convert: (item: Item) => PineconeRecord,
): Generator<PineconeRecord[]> {
  let batch: PineconeRecord[] = [];
  let bytes = 0;
  for (const item of items) {
    const record = convert(item);
    const size = Buffer.byteLength(JSON.stringify(record)) + 1;
    if (batch.length > 0 && (batch.length === recordsPerUpsert || bytes + size > bytesPerUpsert)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(record);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Runs an action on each item, a few at a time; the first failure aborts the others and is thrown when they have ended. */
export async function forEachParallel<Item>(
  items: Iterable<Item>,
  signal: AbortSignal,
  action: (item: Item, signal: AbortSignal) => Promise<void>,
  parallel = 4,
): Promise<void> {
  const source = items[Symbol.iterator]();
  const failed = new AbortController();
  const failures: unknown[] = [];
  const either = AbortSignal.any([signal, failed.signal]);
  const work = async () => {
    for (let next = source.next(); !next.done && failures.length === 0; next = source.next())
      await action(next.value, either);
  };
  const guarded = () =>
    work().catch((error: unknown) => {
      failures.push(error);
      failed.abort(error);
    });
  await Promise.all(Array.from({ length: parallel }, guarded));
  if (failures.length > 0) throw failures[0];
}
