import type { Database } from '@docfleet/database';
import { liveKey } from '../document/live-key.ts';
import { endedStatuses } from '../document/moves.ts';
import type { SourceRun } from './source-run.ts';

/**
 * Notes documents in a run that are as they were, as its SUCCESS; searches go on seeing what they saw. One that is being worked on by
 * another run stays with it.
 */
export async function noteUnchanged(
  database: Database,
  run: SourceRun,
  externalIds: readonly string[],
): Promise<void> {
  if (externalIds.length === 0) return;
  const keys = externalIds.map((externalId) => liveKey(run.tenantId, externalId));
  await database.$executeRaw`
    WITH wanted AS (
      SELECT id, status FROM documents WHERE id IN (
        SELECT living.id FROM unnest(${keys}::bytea[]) AS given(key) CROSS JOIN LATERAL (
          SELECT id FROM documents WHERE "namespaceId" = ${run.namespaceId}::uuid AND "liveKey" = given.key LIMIT 1) AS living)
      ORDER BY id FOR UPDATE
    ), document AS (
      UPDATE documents SET status = 'SUCCESS', "errorCode" = NULL, "ingestionError" = NULL, "lastSyncedAt" = now(), "updatedAt" = now(),
        "ingestJobRunId" = ${run.id}::uuid, "ingestJobId" = ${run.ingestJobId}::uuid
      FROM wanted WHERE documents.id = wanted.id AND wanted.status = ANY(${endedStatuses}::"DocumentStatus"[])
        AND documents."activeRevision" IS NOT NULL
    )
    INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId", outcome)
    SELECT ${run.id}::uuid, id, 'SUCCESS' FROM wanted
    ON CONFLICT DO NOTHING`;
}
