import { documentOfVector } from '@docfleet/domain/chunk';
import {
  addToDigest,
  compareListedVectors,
  compareVectors,
  type Digest,
  differingBuckets,
  digestVisibleVectors,
  findByBucket,
} from '@docfleet/domain/consistency';
import { confirm } from './confirm.ts';
import { isYoung, type NamespaceCheck } from './consistency-check.ts';
import { countForeign } from './count-foreign.ts';
import type { Finding } from './finding.ts';

async function lookAtVectors(
  { database, namespaceId, providers, quietMs, signal }: NamespaceCheck,
  documentId: string,
): Promise<Finding[]> {
  const stored = await providers.vectorStore.idsOfDocument(documentId, signal);
  const { exists, atRest, unknown, missing } = await compareVectors(
    database,
    { namespaceId, documentId, quietMs },
    stored,
  );
  if (!atRest || (!exists && isYoung(documentId, quietMs))) return [];
  const place = { namespaceId, documentId };
  return [
    ...(unknown.length > 0
      ? [{ kind: 'UNKNOWN_VECTORS' as const, ...place, vectorIds: unknown, orphaned: !exists }]
      : []),
    ...(missing.length > 0 ? [{ kind: 'MISSING_VECTORS' as const, ...place, vectorIds: missing }] : []),
  ];
}

/**
 * Every id of the store is looked up once, which finds what the store has too much. What it lacks shows in the sums of what was looked
 * up, by buckets of documents; only those of buckets that differ are asked for one by one.
 */
export async function* checkVectors(check: NamespaceCheck): AsyncGenerator<Finding> {
  const { database, namespaceId, providers, signal } = check;
  const stored: Digest = new Map();
  let isEmpty = true;
  for await (const page of providers.vectorStore.listIds(signal)) {
    if (page.length > 0) isEmpty = false;
    const { unknown, visible } = await compareListedVectors(database, namespaceId, page);
    addToDigest(stored, visible);
    yield* confirm(check, [...new Set(unknown.map(documentOfVector))], lookAtVectors);
  }
  const buckets = differingBuckets(stored, await digestVisibleVectors(database, namespaceId));
  if (buckets.length === 0) return;
  const documents = await countForeign(check, isEmpty, buckets);
  if (documents !== undefined) {
    yield { kind: 'EMPTY_STORE', namespaceId, store: 'vector', documents };
    return;
  }
  // The others were found in the listing.
  for await (const documentIds of findByBucket(database, namespaceId, buckets))
    for await (const finding of confirm(check, documentIds, lookAtVectors))
      if (finding.kind === 'MISSING_VECTORS') yield finding;
}
