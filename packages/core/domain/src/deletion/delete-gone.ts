import type { Database, DatabaseSession, Prisma } from '@docfleet/database';
import { recordAuditEvent } from '../audit-event/record-audit-event.ts';
import { retryDeadlocks } from '../database/deadlock.ts';
import { hideDocuments } from '../document/delete-documents.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import type { SourceRun } from '../run/source-run.ts';

const batchSize = 500;

interface GoneDocument {
  readonly id: string;
  readonly ingestJobRunId: string;
  readonly externalId: string;
  readonly name: string | null;
}

/** Which documents are gone, and how that is known. */
interface Gone {
  readonly condition: Prisma.Sql;
  readonly reason: string;
}

/** Records the deletions of a run in its report. */
async function noteDeleted(
  session: DatabaseSession,
  run: SourceRun,
  { documents, reason }: { documents: readonly GoneDocument[]; reason: string },
): Promise<void> {
  // What the run had counted among its documents before it went counts as deleted alone: it has left the run by now.
  await session.$executeRaw`
    DELETE FROM ingest_job_run_documents
    WHERE "ingestJobRunId" = ${run.id}::uuid
      AND "documentId" = ANY(${documents.map(({ id }) => id)}::uuid[])`;
  await session.$executeRaw`
    INSERT INTO ingest_job_run_items ("ingestJobRunId", "externalId", outcome, name, reason)
    SELECT ${run.id}::uuid, item."externalId", 'DELETED', item.name, ${reason}
    FROM unnest(${documents.map(({ externalId }) => externalId)}::text[], ${documents.map(({ name }) => name)}::text[])
      AS item("externalId", name)
    ON CONFLICT ("ingestJobRunId", "externalId") DO UPDATE SET outcome = 'DELETED', reason = EXCLUDED.reason`;
}

async function hideBatch(
  session: DatabaseSession,
  run: SourceRun,
  { condition, reason }: Gone,
): Promise<OutboxJob[] | undefined> {
  const { organizationId, namespaceId, tenantId } = run;
  const documents = await session.$queryRaw<GoneDocument[]>`
    SELECT id, "ingestJobRunId", "externalId", name FROM documents WHERE ${condition} AND "liveKey" IS NOT NULL
    ORDER BY id LIMIT ${batchSize} FOR UPDATE`;
  if (documents.length === 0) return undefined;
  await recordAuditEvent(
    session,
    { organizationId, apiKeyId: null },
    {
      action: 'document.vanished',
      targetType: 'ingest_job_run',
      targetId: run.id,
      tenantId,
      details: { documents: documents.length },
    },
  );
  const jobs = await hideDocuments(session, namespaceId, documents);
  await noteDeleted(session, run, { documents, reason });
  return jobs;
}

/** Deletes the documents of a condition, which a run has found gone at their source; returns the jobs to dispatch of each batch. */
export async function* deleteGone(
  database: Database,
  run: SourceRun,
  gone: Gone,
): AsyncGenerator<OutboxJob[]> {
  for (;;) {
    const jobs = await retryDeadlocks(() =>
      database.$transaction((session) => hideBatch(session, run, gone)),
    );
    if (!jobs) return;
    yield jobs;
  }
}
