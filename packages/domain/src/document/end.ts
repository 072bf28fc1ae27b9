import { type Database, type DocumentStatus, Prisma } from '@docfleet/database';
import type { AppError } from '@docfleet/errors';
import type { ClaimedDocument } from './claim.ts';
import { leaseLost } from './leases.ts';

/** What a document turned out to be when it was embedded. */
export interface DocumentResult {
  readonly fileSize: number;
  readonly characterCount: number;
  readonly tokenCount: number;
  readonly embeddingCount: number;
  readonly embedding: {
    readonly provider: string;
    readonly model: string;
    readonly dimensions: number;
    readonly chunkSize: number;
    readonly chunkOverlap: number;
    /** Of the metadata that the vectors carry, so that a later revision knows whether to rewrite it. */
    readonly metadataHash: string;
  };
}

/**
 * One statement ends a document, notes the outcome in its run, and completes the run when it was the last: of two that end at
 * once, the second waits for the first one's lock on the run and counts on from there.
 */
const endOf = (ended: Prisma.Sql, outcome: DocumentStatus, error: string | null) => Prisma.sql`
  WITH document AS (${ended}),
    item AS (
      UPDATE ingest_job_run_documents SET outcome = ${outcome}::"DocumentStatus", error = ${error}
      FROM document
      WHERE ingest_job_run_documents."ingestJobRunId" = document."ingestJobRunId"
        AND ingest_job_run_documents."documentId" = document.id AND outcome IS NULL
      RETURNING ingest_job_run_documents."ingestJobRunId"
    ),
    run AS (
      UPDATE ingest_job_runs
      SET "unfinishedDocuments" = "unfinishedDocuments" - 1, "updatedAt" = now(),
        status = CASE WHEN "unfinishedDocuments" <= 1 THEN 'COMPLETED' ELSE status END
      FROM item WHERE ingest_job_runs.id = item."ingestJobRunId"
    ),
    content AS (DELETE FROM document_contents USING document
      WHERE document_contents."documentId" = document.id AND document_contents.revision <= document.revision)
  SELECT id FROM document`;

/** Ends a claimed document as SUCCESS: from here on searches see this revision and no other. Rejects when the claim was lost. */
export async function succeedDocument(
  database: Database,
  claim: ClaimedDocument,
  result: DocumentResult,
): Promise<void> {
  const ended = Prisma.sql`
    UPDATE documents
    SET status = 'SUCCESS', "activeRevision" = revision, "leaseToken" = NULL, "leaseExpiresAt" = NULL, crashes = 0,
      "errorCode" = NULL, "ingestionError" = NULL, "fileSize" = ${result.fileSize}, "characterCount" = ${result.characterCount},
      "tokenCount" = ${result.tokenCount}, "embeddingCount" = ${result.embeddingCount},
      embedding = ${JSON.stringify(result.embedding)}::jsonb, "lastSyncedAt" = now(), "updatedAt" = now()
    WHERE id = ${claim.id}::uuid AND "leaseToken" = ${claim.leaseToken}::uuid
    RETURNING id, revision, "ingestJobRunId"`;
  const rows = await database.$queryRaw<unknown[]>(endOf(ended, 'SUCCESS', null));
  if (rows.length === 0) throw leaseLost();
}

/** Ends a revision as FAILED unless another worker has it or a newer one came; what searches see stays as it was. */
export async function failDocument(
  database: Database,
  { documentId, revision }: { documentId: string; revision: number },
  error: AppError,
): Promise<void> {
  const ended = Prisma.sql`
    UPDATE documents
    SET status = 'FAILED', "leaseToken" = NULL, "leaseExpiresAt" = NULL, "errorCode" = ${error.code},
      "ingestionError" = ${error.message}, "updatedAt" = now()
    WHERE id = ${documentId}::uuid AND revision = ${revision} AND status = 'PROCESSING'
      AND ("leaseToken" IS NULL OR "leaseExpiresAt" < now())
    RETURNING id, revision, "ingestJobRunId"`;
  await database.$queryRaw(endOf(ended, 'FAILED', error.message));
}
