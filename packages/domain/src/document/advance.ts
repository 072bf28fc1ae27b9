import type { Database, DocumentStage } from '@docfleet/database';
import { type OutboxJob, outboxPayload } from '../outbox/outbox.ts';
import type { ClaimedDocument } from './claim.ts';
import { leaseLost } from './leases.ts';
import { stageJob } from './stage-queue.ts';

/**
 * Hands a document to its next stage; gives the job to dispatch, behind as many of others as `documentsAhead` of its own namespace.
 * Rejects when the claim was lost.
 */
export async function advanceDocument(
  database: Database,
  claim: ClaimedDocument,
  { stage, mimeType, documentsAhead }: { stage: DocumentStage; mimeType: string; documentsAhead?: number },
): Promise<OutboxJob> {
  const job = stageJob(stage, claim, documentsAhead);
  const advanced = await database.$executeRaw`
    WITH document AS (
      UPDATE documents
      SET stage = ${stage}::"DocumentStage", "leaseToken" = NULL, "leaseExpiresAt" = NULL, crashes = 0, "mimeType" = ${mimeType},
        "errorCode" = NULL, "ingestionError" = NULL, "updatedAt" = now()
      WHERE id = ${claim.id}::uuid AND revision = ${claim.revision} AND "leaseToken" = ${claim.leaseToken}::uuid
      RETURNING id
    )
    INSERT INTO outbox_entries (id, queue, payload)
    SELECT ${job.id}::uuid, ${job.queue}, ${JSON.stringify(outboxPayload(job))}::jsonb FROM document`;
  if (advanced === 0) throw leaseLost();
  return job;
}
