import type { Database, DatabaseSession } from '@docfleet/database';
import { currentTraceparent } from '@docfleet/runtime/tracing';
import { createId, isId } from '../database/identifier.ts';
import { type OutboxJob, outboxPayload } from '../outbox/outbox.ts';
import { leaveRuns, takenOver } from '../run/ended-runs.ts';
import { stageJob, statusesBefore, unfinishedStatuses } from './transitions.ts';

/** The new content of a document. */
export interface NewContent {
  readonly namespaceId: string;
  readonly tenantId: string | undefined;
  readonly documentId: string;
  readonly text: string;
  readonly hash: Uint8Array;
}

interface Current {
  readonly id: string;
  readonly revision: number;
  readonly ingestJobRunId: string;
  readonly documentType: string;
  readonly unfinished: boolean;
}

async function lock(session: DatabaseSession, content: NewContent): Promise<Current | undefined> {
  const { namespaceId, documentId, tenantId = null } = content;
  const [row] = await session.$queryRaw<Current[]>`
    SELECT id, revision, "ingestJobRunId", "documentType", status = ANY(${unfinishedStatuses}::"DocumentStatus"[]) AS unfinished
    FROM documents
    WHERE id = ${documentId}::uuid AND "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL
      AND (${tenantId}::text IS NULL OR "tenantId" = ${tenantId}) AND status = ANY(${statusesBefore('QUEUED_FOR_UPDATE')}::"DocumentStatus"[])
    FOR UPDATE`;
  return row;
}

/** Creates a revision with this text, and a run of the document's job. */
async function write(session: DatabaseSession, content: NewContent, current: Current) {
  const { namespaceId, documentId, text, hash } = content;
  const revision = current.revision + 1;
  const ingestJobRunId = createId();
  const job = stageJob('EMBED', { namespaceId, id: documentId, revision });
  const mimeType = current.documentType === 'TEXT' ? 'text/plain' : 'text/markdown';
  await session.$executeRaw`
    WITH document AS (
      UPDATE documents
      SET revision = ${revision}, status = 'QUEUED_FOR_UPDATE', stage = 'EMBED', crashes = 0, "errorCode" = NULL, "ingestionError" = NULL,
        "ingestJobRunId" = ${ingestJobRunId}::uuid, "contentHash" = ${hash}::bytea, "mimeType" = ${mimeType},
        "fileSize" = ${Buffer.byteLength(text)}::int, "notRead" = NULL, "updatedAt" = now()
      WHERE id = ${documentId}::uuid
      RETURNING id, "organizationId", "namespaceId", "tenantId", "ingestJobId"
    ), run AS (
      INSERT INTO ingest_job_runs (id, "organizationId", "namespaceId", "tenantId", "ingestJobId", "unfinishedDocuments", traceparent)
      SELECT ${ingestJobRunId}::uuid, "organizationId", "namespaceId", "tenantId", "ingestJobId", 1, ${currentTraceparent() ?? null}
      FROM document
    ), item AS (
      INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId") SELECT ${ingestJobRunId}::uuid, id FROM document
    ), content AS (
      INSERT INTO document_contents ("documentId", revision, text) SELECT id, ${revision}, ${text} FROM document
    )
    INSERT INTO outbox_entries (id, queue, payload)
    SELECT ${job.id}::uuid, ${job.queue}, ${JSON.stringify(outboxPayload(job))}::jsonb FROM document`;
  return { ingestJobRunId, jobs: [job] };
}

/**
 * Replaces the content of one document of any type; searches see the old content until the new one is embedded. Undefined when there is
 * no such document that this tenant can see.
 */
export async function updateDocumentContent(
  database: Database,
  content: NewContent,
): Promise<{ ingestJobRunId: string; jobs: OutboxJob[] } | undefined> {
  if (!isId(content.documentId)) return undefined;
  return database.$transaction(async (session) => {
    const current = await lock(session, content);
    if (!current) return undefined;
    if (current.unfinished) await leaveRuns(session, [current], takenOver);
    return write(session, content, current);
  });
}
