import { findByBucket } from '@docfleet/domain/consistency';
import type { NamespaceCheck } from './consistency-check.ts';

/** Fewer are made anew without asking: they cost little, and may well have been all that there was. */
const fewDocuments = 5;

/**
 * Returns how many documents of these buckets a store lacks that listed nothing at all, where that is no loss to be repaired one by one:
 * it is likely another store. Undefined otherwise.
 */
export async function countForeign(
  { database, namespaceId, rebuilds = false }: NamespaceCheck,
  isEmpty: boolean,
  buckets: readonly string[],
): Promise<number | undefined> {
  if (!isEmpty || rebuilds) return undefined;
  let documents = 0;
  for await (const ids of findByBucket(database, namespaceId, buckets)) documents += ids.length;
  return documents >= fewDocuments ? documents : undefined;
}
