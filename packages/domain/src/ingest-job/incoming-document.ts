import { type DocumentStage, type DocumentType, type IngestionSource, Prisma } from '@docfleet/database';
import { type OutboxJob, outboxPayload } from '../outbox/outbox.ts';

/** One document as a client gives it: a text or a file, with all that its job needs to be run. */
export interface IncomingDocument {
  readonly organizationId: string;
  readonly namespaceId: string;
  readonly tenantId: string | null;
  readonly externalId: string;
  readonly name: string | null;
  readonly documentType: DocumentType;
  readonly source: IngestionSource;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly chunkSize: number;
  readonly chunkOverlap: number;
  /** The request's `config` without the content; kept with the job. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly contentHash: Uint8Array;
  readonly stage: DocumentStage;
  /** A text's content, which is stored in the same transaction; a file's lies in the file store before. */
  readonly text?: string;
  readonly mimeType?: string;
  readonly fileSize?: number;
}

/** Ids that an acceptance is about to use. */
export interface Placement {
  readonly documentId: string;
  readonly revision: number;
  readonly ingestJobId: string;
  readonly ingestJobRunId: string;
  readonly job: OutboxJob;
}

/** The rows beside the document itself; they are written only where `document` has a row. */
export const belongings = (incoming: IncomingDocument, placement: Placement) => Prisma.sql`
  job AS (
    INSERT INTO ingest_jobs (id, "organizationId", "namespaceId", "tenantId", source, config, "chunkSize", "chunkOverlap")
    SELECT ${placement.ingestJobId}::uuid, ${incoming.organizationId}::uuid, ${incoming.namespaceId}::uuid, ${incoming.tenantId},
      ${incoming.source}::"IngestionSource", ${JSON.stringify(incoming.config)}::jsonb, ${incoming.chunkSize}, ${incoming.chunkOverlap}
    FROM document
  ), run AS (
    INSERT INTO ingest_job_runs (id, "organizationId", "namespaceId", "tenantId", "ingestJobId", "unfinishedDocuments")
    SELECT ${placement.ingestJobRunId}::uuid, ${incoming.organizationId}::uuid, ${incoming.namespaceId}::uuid, ${incoming.tenantId},
      ${placement.ingestJobId}::uuid, 1
    FROM document
  ), item AS (
    INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId")
    SELECT ${placement.ingestJobRunId}::uuid, id FROM document
  ), content AS (
    INSERT INTO document_contents ("documentId", revision, text)
    SELECT id, ${placement.revision}, ${incoming.text ?? null} FROM document WHERE ${incoming.text ?? null}::text IS NOT NULL
  ), outbox AS (
    INSERT INTO outbox_entries (id, queue, payload)
    SELECT ${placement.job.id}::uuid, ${placement.job.queue}, ${JSON.stringify(outboxPayload(placement.job))}::jsonb FROM document
  )`;
