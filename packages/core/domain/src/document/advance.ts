import type { Database, DocumentStage } from '@docfleet/database';
import type { NotRead } from '@docfleet/text/not-read';
import { type OutboxJob, outboxPayload } from '../outbox/outbox.ts';
import type { ClaimedDocument } from './claim.ts';
import { leaseLost } from './leases.ts';
import { storedNotRead } from './not-read.ts';
import { stageJob } from './stage-queue.ts';

/** The next stage of a document, and the properties of its file. */
interface NextStage {
  readonly stage: DocumentStage;
  readonly mimeType: string;
  /** Bytes. */
  readonly fileSize: number;
  /** Pages that were read by OCR. */
  readonly ocrPagesCount: number;
  /** The parts of the file that the text lacks. */
  readonly notRead: readonly NotRead[];
  /** Documents of its namespace in flight, from which its priority in the queue derives. */
  readonly documentsAhead?: number;
}

/** Advances a document to its next stage; returns the job to dispatch. Rejects when the claim was lost. */
export async function advanceDocument(
  database: Database,
  claim: ClaimedDocument,
  { stage, mimeType, fileSize, ocrPagesCount, notRead, documentsAhead }: NextStage,
): Promise<OutboxJob> {
  const job = stageJob(stage, claim, documentsAhead);
  const advanced = await database.$executeRaw`
    WITH document AS (
      UPDATE documents
      SET stage = ${stage}::"DocumentStage", "leaseToken" = NULL, "leaseExpiresAt" = NULL, crashes = 0, "mimeType" = ${mimeType},
        "fileSize" = ${fileSize}, "ocrPagesCount" = ${ocrPagesCount},
        "notRead" = ${storedNotRead(notRead)}::jsonb, "errorCode" = NULL, "ingestionError" = NULL, "updatedAt" = now()
      WHERE id = ${claim.id}::uuid AND revision = ${claim.revision} AND "leaseToken" = ${claim.leaseToken}::uuid
      RETURNING id
    )
    INSERT INTO outbox_entries (id, queue, payload)
    SELECT ${job.id}::uuid, ${job.queue}, ${JSON.stringify(outboxPayload(job))}::jsonb FROM document`;
  if (advanced === 0) throw leaseLost();
  return job;
}
