import type { Database } from '@docfleet/database';
import { liveKey } from '../document/find-live.ts';
import { endedStatuses } from '../document/transitions.ts';
import { itemPathOf } from './found-document.ts';
import type { SourceRun } from './source-run.ts';

/** A document whose content is as it was. */
export interface UnchangedDocument {
  readonly externalId: string;
  /** Properties of a connection's item that may have changed although its content has not. */
  readonly item?: {
    readonly connectionId: string;
    readonly name: string;
    readonly path: string | null;
    readonly version: string;
    readonly url: string | null;
    readonly modifiedAt: Date | null;
  };
}

/** Records unchanged documents in a run, as SUCCESS; their visible content stays. A document that another run is processing stays with that run. */
export async function noteUnchanged(
  database: Database,
  run: SourceRun,
  unchanged: readonly UnchangedDocument[],
): Promise<void> {
  if (unchanged.length === 0) return;
  const keys = unchanged.map(({ externalId }) => liveKey(run.tenantId, externalId));
  const items = unchanged.map(({ item }) => item);
  await database.$executeRaw`
    WITH given AS (
      SELECT * FROM unnest(${keys}::bytea[], ${items.map((item) => item?.connectionId ?? null)}::uuid[],
        ${items.map((item) => item?.name ?? null)}::text[], ${items.map((item) => itemPathOf(item?.path))}::text[],
        ${items.map((item) => item?.version ?? null)}::text[], ${items.map((item) => item?.url ?? null)}::text[],
        ${items.map((item) => item?.modifiedAt ?? null)}::timestamptz[])
        AS given(key, "connectionId", name, "itemPath", "itemVersion", "sourceUrl", "sourceModifiedAt")
    ), wanted AS (
      SELECT id, status FROM documents WHERE id IN (
        SELECT living.id FROM given CROSS JOIN LATERAL (
          SELECT id FROM documents WHERE "namespaceId" = ${run.namespaceId}::uuid AND "liveKey" = given.key LIMIT 1) AS living)
      ORDER BY id FOR UPDATE
    ), document AS (
      UPDATE documents SET status = 'SUCCESS', "errorCode" = NULL, "ingestionError" = NULL, "lastSyncedAt" = now(), "updatedAt" = now(),
        "ingestJobRunId" = ${run.id}::uuid, "ingestJobId" = ${run.ingestJobId}::uuid,
        "connectionId" = coalesce(given."connectionId", documents."connectionId"), name = coalesce(given.name, documents.name),
        "itemPath" = coalesce(given."itemPath", documents."itemPath"),
        "itemVersion" = coalesce(given."itemVersion", documents."itemVersion"),
        "sourceUrl" = coalesce(given."sourceUrl", documents."sourceUrl"),
        "sourceModifiedAt" = coalesce(given."sourceModifiedAt", documents."sourceModifiedAt")
      FROM wanted, given WHERE documents.id = wanted.id AND wanted.status = ANY(${endedStatuses}::"DocumentStatus"[])
        AND documents."activeRevision" IS NOT NULL AND documents."liveKey" = given.key
    )
    INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId", outcome, "isUnchanged")
    SELECT ${run.id}::uuid, id, 'SUCCESS', true FROM wanted
    ON CONFLICT DO NOTHING`;
}
