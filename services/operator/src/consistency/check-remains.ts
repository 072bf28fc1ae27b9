import { findExistingDocuments } from '@docfleet/domain/consistency';
import type { NamespaceCheck } from './consistency-check.ts';
import type { Finding } from './finding.ts';

/** Reads the bytes of the vector store's files on this machine for documents that are gone, in the rows as in what the store lists; reports files elsewhere as not read. */
export async function* checkRemains({
  database,
  namespaceId,
  providers,
  signal,
  onUnread,
}: NamespaceCheck): AsyncGenerator<Finding> {
  const { vectorStore } = providers;
  const findExisting = async (ids: readonly string[]) => {
    const existing = new Set(await findExistingDocuments(database, namespaceId, ids));
    // Vectors that no row has are a finding of their own.
    for (const id of ids)
      if (!existing.has(id) && (await vectorStore.idsOfDocument(id, signal)).length > 0) existing.add(id);
    return existing;
  };
  const remains = await vectorStore.findRemains(findExisting, signal);
  if (remains.unread > 0) onUnread?.(namespaceId);
  const { documentIds, files } = remains;
  if (files > 0) yield { kind: 'DELETED_TEXT', namespaceId, documentIds, files };
}
