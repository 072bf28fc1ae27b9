import type { Database } from '@docfleet/database';
import { createId } from '../database/identifier.ts';
import { type ClaimedDocument, leaseMs, rejectWhileWanted } from './claim.ts';
import { endedStatuses } from './transitions.ts';

/** A document whose former contents are being removed; nobody else works on it meanwhile. */
export interface DocumentToClean
  extends Pick<ClaimedDocument, 'id' | 'revision' | 'leaseToken' | 'namespaceId' | 'namespaceVersion'> {
  readonly activeRevision: number | null;
  /** Whose files hold the visible content; null when there is none. */
  readonly contentRevision: number | null;
  /** By the database's clock. */
  readonly claimedAt: Date;
}

/** Takes a document that has ended, to clean up after it. Undefined when it is in work again: its next end asks again. */
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

/** Gives a cleaned document back. */
export async function releaseCleaned(database: Database, { id, leaseToken }: DocumentToClean): Promise<void> {
  await database.$executeRaw`
    UPDATE documents SET "leaseToken" = NULL, "leaseExpiresAt" = NULL
    WHERE id = ${id}::uuid AND "leaseToken" = ${leaseToken}::uuid`;
}
