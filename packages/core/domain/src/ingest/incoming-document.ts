import { type DocumentStage, Prisma } from '@docfleet/database';
import type { Admission } from '../admission/admission.ts';
import { liveKey } from '../document/find-live.ts';
import { type OutboxJob, outboxPayload } from '../outbox/outbox.ts';

/** A document of a request, a text or a file, with the options of its job. */
export interface IncomingDocument {
  readonly organizationId: string;
  readonly namespaceId: string;
  readonly tenantId: string | null;
  readonly externalId: string;
  readonly name: string | null;
  readonly documentType: string;
  readonly source: string;
  /** Undefined: a document that there is already keeps its own. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  readonly chunkSize: number;
  readonly chunkOverlap: number;
  /** The request's `config` without the content, stored with the job. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly contentHash: Uint8Array;
  readonly stage: DocumentStage;
  /** The content of a text, stored in the same transaction; a file is already in the file store. */
  readonly text?: string;
  readonly mimeType?: string;
  readonly fileSize?: number;
}

/** The ids for an acceptance, and the initial state of the document. */
export interface Placement {
  readonly documentId: string;
  readonly revision: number;
  readonly ingestJobId: string;
  readonly ingestJobRunId: string;
  readonly status: Admission['status'];
  /** The span under way: others are written in the same statement. */
  readonly traceparent: string | undefined;
  /** Undefined for a document in the backlog. */
  readonly job: OutboxJob | undefined;
}

/** A document and its placement. */
export interface Entry {
  readonly incoming: IncomingDocument;
  readonly placement: Placement;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

function toRow({ incoming, placement }: Entry) {
  const { job, ...place } = placement;
  return {
    ...incoming,
    ...place,
    liveKey: base64(liveKey(incoming.tenantId, incoming.externalId)),
    contentHash: base64(incoming.contentHash),
    ...(job && { jobId: job.id, queue: job.queue, payload: outboxPayload(job) }),
  };
}

/** The CTE `entry`: the rows to insert. The statement's text is the same for any number of them, so that it is planned once. */
export const entryRows = (entries: readonly Entry[]) => Prisma.sql`
  entry AS MATERIALIZED (
    SELECT * FROM json_to_recordset(${JSON.stringify(entries.map(toRow))}::json) AS entry (
      "documentId" uuid, revision int, "ingestJobId" uuid, "ingestJobRunId" uuid, status "DocumentStatus", "organizationId" uuid,
      "namespaceId" uuid, "tenantId" text, "externalId" text, "liveKey" text, name text, "documentType" text,
      source text, stage "DocumentStage", metadata jsonb, config jsonb, "chunkSize" int, "chunkOverlap" int,
      "contentHash" text, "mimeType" text, "fileSize" int, text text, "jobId" uuid, queue text, payload jsonb, traceparent text)
  )`;

/** The rows beside the document itself, of each `entry` that `document` has a row for. */
export const belongings = Prisma.sql`
  accepted AS MATERIALIZED (
    SELECT entry.* FROM entry JOIN document ON document.id = entry."documentId"
  ), job AS (
    INSERT INTO ingest_jobs (id, "organizationId", "namespaceId", "tenantId", source, config, "chunkSize", "chunkOverlap")
    SELECT "ingestJobId", "organizationId", "namespaceId", "tenantId", source, config, "chunkSize", "chunkOverlap" FROM accepted
  ), run AS (
    INSERT INTO ingest_job_runs (id, "organizationId", "namespaceId", "tenantId", "ingestJobId", "unfinishedDocuments", traceparent)
    SELECT "ingestJobRunId", "organizationId", "namespaceId", "tenantId", "ingestJobId", 1, traceparent FROM accepted
  ), item AS (
    INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId") SELECT "ingestJobRunId", "documentId" FROM accepted
  ), content AS (
    INSERT INTO document_contents ("documentId", revision, text)
    SELECT "documentId", revision, text FROM accepted WHERE text IS NOT NULL
  ), outbox AS (
    INSERT INTO outbox_entries (id, queue, payload) SELECT "jobId", queue, payload FROM accepted WHERE "jobId" IS NOT NULL
  )`;
