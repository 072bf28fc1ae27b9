import { createHash } from 'node:crypto';
import type { Database } from '@docfleet/database';

/** A live document, with what an estimate of its replacement needs. */
export interface LiveDocument {
  readonly id: string;
  readonly name: string | null;
  /** Chunks of what searches see; null while they see nothing of it. */
  readonly chunks: number | null;
}

/** Returns the live documents of at most some hundred external ids, by external id. */
export async function findLiveDocuments(
  database: Database,
  { namespaceId, tenantId }: { readonly namespaceId: string; readonly tenantId: string | null },
  externalIds: readonly string[],
): Promise<Map<string, LiveDocument>> {
  const found = await database.document.findMany({
    where: { namespaceId, liveKey: { in: externalIds.map((externalId) => liveKey(tenantId, externalId)) } },
    select: { id: true, externalId: true, name: true, embeddingCount: true, activeRevision: true },
  });
  return new Map(
    found.map(({ id, externalId, name, embeddingCount, activeRevision }) => [
      externalId,
      { id, name, chunks: activeRevision === null ? null : embeddingCount },
    ]),
  );
}

/** Returns the hash that is unique among the live documents of a namespace: of the tenant and the external id. */
export function liveKey(tenantId: string | null, externalId: string): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256').update(JSON.stringify([tenantId, externalId]));
  return new Uint8Array(hash.digest());
}
