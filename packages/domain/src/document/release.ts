import type { Database } from '@docfleet/database';
import type { AppError } from '@docfleet/errors';
import type { ClaimedDocument } from './claim.ts';
import { failureSentence } from './failure-sentence.ts';

/** Gives a document back after an attempt that failed, so that the next one need not wait for the lease; keeps why, for its owner to see. */
export async function releaseDocument(
  database: Database,
  claim: ClaimedDocument,
  error: AppError,
): Promise<void> {
  await database.$executeRaw`
    UPDATE documents
    SET "leaseToken" = NULL, "leaseExpiresAt" = NULL, "updatedAt" = now(),
      "errorCode" = CASE WHEN revision = ${claim.revision} THEN ${error.code} ELSE "errorCode" END,
      "ingestionError" = CASE WHEN revision = ${claim.revision} THEN ${failureSentence(error)} ELSE "ingestionError" END
    WHERE id = ${claim.id}::uuid AND "leaseToken" = ${claim.leaseToken}::uuid`;
}
