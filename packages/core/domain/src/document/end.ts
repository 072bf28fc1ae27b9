import { type Database, type DocumentStatus, Prisma } from '@docfleet/database';
import type { AppError } from '@docfleet/errors';
import { cleanDocument, type embedDocument, type PayloadOf, updateVectorMetadata } from '@docfleet/queues';
import { createId } from '../database/identifier.ts';
import { createOutboxJob, type OutboxJob, outboxPayload } from '../outbox/outbox.ts';
import type { NotRead } from './advance.ts';
import type { ClaimedDocument } from './claim.ts';
import { recordCleaning } from './cleaning.ts';
import type { DocumentEmbedding } from './embedding.ts';
import { inGeneration, leaseLost } from './leases.ts';
import type { PageFetch } from './page-fetch.ts';
import { failureSentence } from './what-is-wrong.ts';

/** The result of embedding a document. */
export interface DocumentResult {
  readonly fileSize: number;
  readonly characterCount: number;
  readonly tokenCount: number;
  readonly embeddingCount: number;
  readonly embedding: DocumentEmbedding;
  /** Parts of the kind CONTEXT that its chunks lack; they replace those of an earlier attempt. */
  readonly notRead?: readonly NotRead[];
}

/** The parts that a document lacks as it was read, and those that its chunks lack. */
const lackingParts = (notRead: readonly NotRead[] = []) => Prisma.sql`(
  SELECT jsonb_agg(part) FROM (
    SELECT part FROM jsonb_array_elements(coalesce("notRead", '[]')) AS part WHERE part ->> 'what' <> 'CONTEXT'
    UNION ALL SELECT part FROM jsonb_array_elements(${JSON.stringify(notRead)}::jsonb) AS part) AS parts)`;

/** Follow-up jobs of a finished document. */
interface NextJobs {
  readonly clean: OutboxJob;
  readonly update: OutboxJob;
}

/**
 * Finishes a document, records the outcome in its run, and completes the run after the last one, in one statement: of two that finish
 * concurrently, the second waits for the lock on the run and counts on from there. Requests a cleaning where previous contents left
 * chunks or may have left files, and an update of the vectors where the metadata changed meanwhile.
 */
const endOf = (
  ended: Prisma.Sql,
  { outcome, error, isUnchanged }: { outcome: DocumentStatus; error: string | null; isUnchanged: boolean },
  { clean, update }: NextJobs,
) => Prisma.sql`
  WITH document AS (${ended}),
    item AS (
      UPDATE ingest_job_run_documents SET outcome = ${outcome}::"DocumentStatus", error = ${error},
        "isUnchanged" = ${isUnchanged}, "notRead" = CASE WHEN ${outcome} = 'SUCCESS' THEN count_not_read(document."notRead") END
      FROM document
      WHERE ingest_job_run_documents."ingestJobRunId" = document."ingestJobRunId"
        AND ingest_job_run_documents."documentId" = document.id AND outcome IS NULL
      RETURNING ingest_job_run_documents."ingestJobRunId"
    ),
    run AS (
      UPDATE ingest_job_runs
      SET "unfinishedDocuments" = "unfinishedDocuments" - 1, "updatedAt" = now(),
        status = CASE WHEN "unfinishedDocuments" <= 1 THEN "endsAs" ELSE status END
      FROM item WHERE ingest_job_runs.id = item."ingestJobRunId"
    ),
    content AS (
      DELETE FROM document_contents USING document
      WHERE document_contents."documentId" = document.id AND document_contents.revision <= document.revision
    ),
    unclean AS (
      SELECT id FROM document
      WHERE (document.revision > 1 AND document."activeRevision" = document.revision) OR EXISTS (
        SELECT 1 FROM chunks WHERE "documentId" = document.id AND chunks.revision IS DISTINCT FROM document."activeRevision"
          AND chunks.revision IS DISTINCT FROM document."previousRevision")
    ),
    noted AS (${recordCleaning(Prisma.sql`SELECT id FROM unclean`)}),
    cleaning AS (
      INSERT INTO outbox_entries (id, queue, payload)
      SELECT ${clean.id}::uuid, ${clean.queue}, ${JSON.stringify(outboxPayload(clean))}::jsonb FROM unclean
      RETURNING id
    ),
    updating AS (
      INSERT INTO outbox_entries (id, queue, payload)
      SELECT ${update.id}::uuid, ${update.queue}, ${JSON.stringify(outboxPayload(update))}::jsonb FROM document
      WHERE document."metadataUpdate" = 'QUEUED'
      RETURNING id
    )
  SELECT id, (SELECT count(*)::int FROM cleaning) AS cleanings, (SELECT count(*)::int FROM updating) AS updates FROM document`;

interface Ending {
  /** Updates the document's row and returns it; no row where the claim was lost. */
  readonly ended: Prisma.Sql;
  readonly outcome: DocumentStatus;
  readonly error: string | null;
  readonly isUnchanged: boolean;
}

/** Ends a document in one statement. Returns the jobs to dispatch; undefined when the claim was lost. */
async function end(
  database: Database,
  { namespaceId, id }: Pick<ClaimedDocument, 'namespaceId' | 'id'>,
  { ended, ...result }: Ending,
): Promise<OutboxJob[] | undefined> {
  const clean = createOutboxJob(cleanDocument, { documentId: id });
  const range = { namespaceId, first: id, last: id };
  const update = createOutboxJob(updateVectorMetadata, { ...range, change: createId() });
  const statement = endOf(ended, result, { clean, update });
  const [row] = await database.$queryRaw<{ cleanings: number; updates: number }[]>(statement);
  return row && [...(row.cleanings > 0 ? [clean] : []), ...(row.updates > 0 ? [update] : [])];
}

/**
 * Finishes a claimed document as SUCCESS: searches see this revision and no other from here on. If it is the same content in a new
 * generation, searches may use the previous one until then. Returns the jobs to dispatch; rejects when the claim was lost, also to a new
 * model or store of the namespace.
 */
export async function succeedDocument(
  database: Database,
  claim: ClaimedDocument,
  result: DocumentResult,
): Promise<OutboxJob[]> {
  const ended = Prisma.sql`
    UPDATE documents
    SET status = 'SUCCESS', "activeRevision" = revision, generation = ${claim.generation},
      "previousRevision" = CASE WHEN "reembedRevision" = revision AND generation IS DISTINCT FROM ${claim.generation} THEN "activeRevision" END,
      "contentRevision" = CASE WHEN "reembedRevision" = revision THEN coalesce("contentRevision", "activeRevision") END,
      "lastSyncedAt" = CASE WHEN "reembedRevision" = revision THEN "lastSyncedAt" ELSE now() END, "leaseToken" = NULL, "leaseExpiresAt" = NULL, crashes = 0,
      "errorCode" = NULL, "ingestionError" = NULL, "fileSize" = ${result.fileSize}, "characterCount" = ${result.characterCount},
      "tokenCount" = ${result.tokenCount}, "embeddingCount" = ${result.embeddingCount},
      embedding = ${JSON.stringify(result.embedding)}::jsonb, "notRead" = ${lackingParts(result.notRead)}, "updatedAt" = now(),
      "metadataUpdate" = CASE WHEN "metadataUpdate" IS NULL THEN NULL
        WHEN "metadataVersion" = ${result.embedding.metadataVersion} THEN 'COMPLETED' ELSE 'QUEUED' END::"MetadataUpdateStatus"
    WHERE id = ${claim.id}::uuid AND revision = ${claim.revision} AND "leaseToken" = ${claim.leaseToken}::uuid
      AND ${inGeneration(claim)}
    RETURNING id, "namespaceId", revision, "activeRevision", "previousRevision", "ingestJobRunId", "metadataUpdate", "notRead"`;
  const jobs = await end(database, claim, {
    ended,
    outcome: 'SUCCESS',
    error: null,
    isUnchanged: false,
  });
  if (!jobs) throw leaseLost();
  return jobs;
}

/**
 * Finishes a claimed document as SUCCESS whose source is unchanged: its visible content stays. `fetch` is the result of the conditional
 * request. Returns the jobs to dispatch; rejects when the claim was lost, also to a new model or store of the namespace, which requires
 * the content.
 */
export async function keepDocument(
  database: Database,
  claim: ClaimedDocument,
  fetch?: PageFetch,
): Promise<OutboxJob[]> {
  const lastFetch = fetch ? JSON.stringify(fetch) : null;
  const ended = Prisma.sql`
    UPDATE documents
    SET status = 'SUCCESS', "lastSyncedAt" = now(), "leaseToken" = NULL, "leaseExpiresAt" = NULL, crashes = 0, "errorCode" = NULL,
      "ingestionError" = NULL, "updatedAt" = now(),
      "lastFetch" = coalesce(
        ${lastFetch}::jsonb || jsonb_build_object('revision', coalesce("contentRevision", "activeRevision")), "lastFetch"),
      "metadataUpdate" = CASE
        WHEN (embedding -> 'metadataVersion')::int <> "metadataVersion" THEN 'QUEUED'
        WHEN "metadataUpdate" IS NULL THEN NULL ELSE 'COMPLETED' END::"MetadataUpdateStatus"
    WHERE id = ${claim.id}::uuid AND revision = ${claim.revision} AND "leaseToken" = ${claim.leaseToken}::uuid
      AND "activeRevision" IS NOT NULL AND generation = ${claim.generation} AND ${inGeneration(claim)}
    RETURNING id, "namespaceId", revision, "activeRevision", "previousRevision", "ingestJobRunId", "metadataUpdate", "notRead"`;
  const jobs = await end(database, claim, { ended, outcome: 'SUCCESS', error: null, isUnchanged: true });
  if (!jobs) throw leaseLost();
  return jobs;
}

/**
 * Finishes a revision as FAILED unless another worker holds it or a newer one exists. The visible content stays; its vectors are updated
 * if they have older metadata. Returns the jobs to dispatch.
 */
export async function failDocument(
  database: Database,
  { namespaceId, documentId, revision }: PayloadOf<typeof embedDocument>,
  error: AppError,
): Promise<OutboxJob[]> {
  const sentence = failureSentence(error);
  const ended = Prisma.sql`
    UPDATE documents
    SET status = 'FAILED', "leaseToken" = NULL, "leaseExpiresAt" = NULL, "errorCode" = ${error.code},
      "ingestionError" = ${sentence}, "updatedAt" = now(),
      "metadataUpdate" = CASE
        WHEN "activeRevision" IS NOT NULL AND (embedding -> 'metadataVersion')::int <> "metadataVersion" THEN 'QUEUED'
        WHEN "metadataUpdate" IS NULL THEN NULL ELSE 'COMPLETED' END::"MetadataUpdateStatus"
    WHERE id = ${documentId}::uuid AND revision = ${revision} AND status = 'PROCESSING'
      AND ("leaseToken" IS NULL OR "leaseExpiresAt" < now())
    RETURNING id, "namespaceId", revision, "activeRevision", "previousRevision", "ingestJobRunId", "metadataUpdate", "notRead"`;
  const ending: Ending = { ended, outcome: 'FAILED', error: sentence, isUnchanged: false };
  return (await end(database, { namespaceId, id: documentId }, ending)) ?? [];
}
