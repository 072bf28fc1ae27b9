import { type Database, Prisma } from '@docfleet/database';
import type { AppError } from '@docfleet/errors';
import type { ClaimedDocument } from './claim.ts';
import { failureSentence } from './failure-sentence.ts';

/**
 * Gives a document back after an attempt that failed, so that the next one need not wait for the lease. Why is kept where there
 * is a next one, for its owner to see; else `failDocument` follows, and says it.
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
