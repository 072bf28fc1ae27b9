import { findExistingDocuments } from '@docfleet/domain/consistency';
import type { NamespaceCheck } from './consistency-check.ts';
import type { Finding } from './finding.ts';

/** Reads the bytes of the vector store's files on this machine for documents that are gone. */
export async function* checkRemains({
  database,
  namespaceId,
  providers,
  signal,
}: NamespaceCheck): AsyncGenerator<Finding> {
  const findExisting = (ids: readonly string[]) => findExistingDocuments(database, namespaceId, ids);
  const remains = await providers.vectorStore.findRemains?.(findExisting, signal);
  if (remains && remains.files > 0) yield { kind: 'DELETED_TEXT', namespaceId, ...remains };
}
