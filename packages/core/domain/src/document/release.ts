import { type Database, Prisma } from '@docfleet/database';
import type { AppError } from '@docfleet/errors';
import type { ClaimedDocument } from './claim.ts';
import { failureSentence } from './failure-sentence.ts';

/**
 * Releases a document after a failed attempt, so that the next one need not wait for the lease. Stores the error if the attempt is
 * retried; otherwise `failDocument` follows and stores it.
 */
export async function releaseDocument(
  database: Database,
  claim: ClaimedDocument,
  error: AppError,
): Promise<void> {
  const isKept = Prisma.sql`${error.retryable} AND revision = ${claim.revision}`;
  await database.$executeRaw`
    UPDATE documents
    SET "leaseToken" = NULL, "leaseExpiresAt" = NULL, "updatedAt" = now(),
      "errorCode" = CASE WHEN ${isKept} THEN ${error.code} ELSE "errorCode" END,
      "ingestionError" = CASE WHEN ${isKept} THEN ${failureSentence(error)} ELSE "ingestionError" END
    WHERE id = ${claim.id}::uuid AND "leaseToken" = ${claim.leaseToken}::uuid`;
}
