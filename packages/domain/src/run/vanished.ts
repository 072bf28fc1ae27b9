import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import { recordAuditEvent } from '../audit-event/record-audit-event.ts';
import { retryDeadlocks } from '../database/deadlock.ts';
import { hideDocuments } from '../document/delete-documents.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import type { SourceRun } from './source-run.ts';

const batchSize = 500;

async function hideBatch(
  session: DatabaseSession,
  run: SourceRun,
  condition: Prisma.Sql,
): Promise<OutboxJob[] | undefined> {
  const { organizationId, namespaceId, tenantId } = run;
  const documents = await session.$queryRaw<{ id: string; ingestJobRunId: string }[]>`
    SELECT id, "ingestJobRunId" FROM documents WHERE ${condition} AND "liveKey" IS NOT NULL
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
  return hideDocuments(session, namespaceId, documents);
}

/** Deletes the documents of a condition, which a run has found gone at their source; gives the jobs to dispatch of each batch. */
export async function* deleteGone(
  database: Database,
  run: SourceRun,
  condition: Prisma.Sql,
): AsyncGenerator<OutboxJob[]> {
  for (;;) {
    const jobs = await retryDeadlocks(() =>
      database.$transaction((session) => hideBatch(session, run, condition)),
    );
    if (!jobs) return;
    yield jobs;
  }
}

/**
 * Deletes the documents of a job that a run of it did not come upon, in batches; gives the jobs to dispatch of each. Only for a run
 * that read the whole source without an error.
 */
export const deleteVanished = (database: Database, run: SourceRun): AsyncGenerator<OutboxJob[]> =>
  deleteGone(
    database,
    run,
    Prisma.sql`"ingestJobId" = ${run.ingestJobId}::uuid AND "ingestionSource" = ${run.source}::"IngestionSource"
      AND NOT EXISTS (
        SELECT 1 FROM ingest_job_run_documents item
        WHERE item."ingestJobRunId" = ${run.id}::uuid AND item."documentId" = documents.id)`,
  );
