import type { VectorRecord } from './provider.ts';

/** Nine digits carry a 32-bit float exactly; the seventeen that a double is printed with double the request. */
export const shortest = (value: number): number => Number(value.toPrecision(9));

/** Requests run side by side, so that two records of one id would race. */
export const lastOfEachId = (records: readonly VectorRecord[]): VectorRecord[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
];

/** Limits of a vendor's request. */
export interface BatchLimits {
  readonly records: number;
  /** Bytes of the records in JSON. */
  readonly bytes: number;
}

/** Converts records and puts them into as few requests as the limits allow. */
export function* inBatches<Item, Sent>(
  items: readonly Item[],
  convert: (item: Item) => Sent,
  { records: maxRecords, bytes: maxBytes }: BatchLimits,
): Generator<Sent[]> {
  let batch: Sent[] = [];
  let bytes = 0;
  for (const item of items) {
    const record = convert(item);
    const size = Buffer.byteLength(JSON.stringify(record)) + 1;
    if (batch.length > 0 && (batch.length === maxRecords || bytes + size > maxBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(record);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Runs an action on each item, four at a time; the first failure aborts the others and is thrown when they have ended. */
export async function forEachParallel<Item>(
  items: Iterable<Item>,
  signal: AbortSignal,
  action: (item: Item, signal: AbortSignal) => Promise<void>,
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
  await Promise.all(Array.from({ length: 4 }, guarded));
  if (failures.length > 0) throw failures[0];
}
