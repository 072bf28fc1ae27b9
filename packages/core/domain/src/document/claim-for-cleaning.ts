import type { Database } from '@docfleet/database';
import { createId } from '../database/identifier.ts';
import { type ClaimedDocument, leaseMs, rejectWhileWanted } from './claim.ts';
import { endedStatuses } from './transitions.ts';

/** A finished document that is being cleaned, and that no other worker can claim meanwhile. */
export interface DocumentToClean
  extends Pick<ClaimedDocument, 'id' | 'revision' | 'leaseToken' | 'namespaceId' | 'namespaceVersion'> {
  readonly activeRevision: number | null;
  /** The revision whose files hold the visible content; null when there is none. */
  readonly contentRevision: number | null;
  /** Time of the claim by the database's clock. */
  readonly claimedAt: Date;
}

/** Claims a finished document for cleaning. Undefined when it is in progress again: its end requests another cleaning. */
export async function claimForCleaning(
  database: Database,
  documentId: string,
): Promise<DocumentToClean | undefined> {
  const [claimed] = await database.$queryRaw<DocumentToClean[]>`
    UPDATE documents SET "leaseToken" = ${createId()}::uuid, "leaseExpiresAt" = now() + ${leaseMs} * interval '1 millisecond'
    FROM namespaces
    WHERE documents.id = ${documentId}::uuid AND documents.status = ANY(${endedStatuses}::"DocumentStatus"[])
      AND (documents."leaseToken" IS NULL OR documents."leaseExpiresAt" < now())
      AND namespaces.id = documents."namespaceId" AND namespaces.status = 'ACTIVE'
    RETURNING documents.id, documents.revision, documents."leaseToken", documents."namespaceId", documents."activeRevision",
      coalesce(documents."contentRevision", documents."activeRevision") AS "contentRevision",
      namespaces.version AS "namespaceVersion", now() AS "claimedAt"`;
  if (!claimed) await rejectWhileWanted(database, { id: documentId, status: { in: endedStatuses } });
  return claimed;
}

/** Releases a cleaned document. */
export async function releaseCleaned(database: Database, { id, leaseToken }: DocumentToClean): Promise<void> {
  await database.$executeRaw`
    UPDATE documents SET "leaseToken" = NULL, "leaseExpiresAt" = NULL
    WHERE id = ${id}::uuid AND "leaseToken" = ${leaseToken}::uuid`;
}
