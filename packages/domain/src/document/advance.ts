import type { Database, DocumentStage } from '@docfleet/database';
import { type OutboxJob, outboxPayload } from '../outbox/outbox.ts';
import type { ClaimedDocument } from './claim.ts';
import { leaseLost } from './leases.ts';
import { stageJob } from './stage-queue.ts';

/** Where a document goes on, and what its file has turned out to be. */
interface NextStage {
  readonly stage: DocumentStage;
  readonly mimeType: string;
  /** Bytes. */
  readonly fileSize: number;
  /** Pages that were read by OCR. */
  readonly ocrPagesCount: number;
  /** Documents of its own namespace that are in flight: it goes behind as many of others. */
  readonly documentsAhead?: number;
}

/** Hands a document to its next stage; gives the job to dispatch. Rejects when the claim was lost. */
export async function advanceDocument(
  database: Database,
  claim: ClaimedDocument,
  { stage, mimeType, fileSize, ocrPagesCount, documentsAhead }: NextStage,
): Promise<OutboxJob> {
  const job = stageJob(stage, claim, documentsAhead);
  const advanced = await database.$executeRaw`
    WITH document AS (
      UPDATE documents
      SET stage = ${stage}::"DocumentStage", "leaseToken" = NULL, "leaseExpiresAt" = NULL, crashes = 0, "mimeType" = ${mimeType},
        "fileSize" = ${fileSize}, "ocrPagesCount" = ${ocrPagesCount},
        "errorCode" = NULL, "ingestionError" = NULL, "updatedAt" = now()
      WHERE id = ${claim.id}::uuid AND revision = ${claim.revision} AND "leaseToken" = ${claim.leaseToken}::uuid
      RETURNING id
    )
    INSERT INTO outbox_entries (id, queue, payload)
    SELECT ${job.id}::uuid, ${job.queue}, ${JSON.stringify(outboxPayload(job))}::jsonb FROM document`;
  if (advanced === 0) throw leaseLost();
  return job;
}
