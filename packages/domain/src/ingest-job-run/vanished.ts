import type { Database } from '@docfleet/database';
import { recordAuditEvent } from '../audit-event/record-audit-event.ts';
import { retryDeadlocks } from '../deadlock.ts';
import { hideDocuments } from '../document/delete-documents.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import type { SourceRun } from './source-run.ts';

const batchSize = 500;

/**
 * Deletes the documents of a job that a run of it did not come upon, in batches; gives the jobs to dispatch of each. Only for a run
 * that read the whole source without an error.
 */
export async function* deleteVanished(database: Database, run: SourceRun): AsyncGenerator<OutboxJob[]> {
  const { organizationId, namespaceId, tenantId } = run;
  for (;;) {
    const jobs = await retryDeadlocks(() =>
      database.$transaction(async (session) => {
        const documents = await session.$queryRaw<{ id: string; ingestJobRunId: string }[]>`
          SELECT id, "ingestJobRunId" FROM documents
          WHERE "ingestJobId" = ${run.ingestJobId}::uuid AND "liveKey" IS NOT NULL AND "ingestionSource" = ${run.source}::"IngestionSource"
            AND NOT EXISTS (
              SELECT 1 FROM ingest_job_run_documents item
              WHERE item."ingestJobRunId" = ${run.id}::uuid AND item."documentId" = documents.id)
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
      }),
    );
    if (!jobs) return;
    yield jobs;
  }
}
