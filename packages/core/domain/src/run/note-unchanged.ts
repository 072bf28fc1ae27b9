import type { Database } from '@docfleet/database';
import { type Column, columnChanges, columnRows } from '../database/columns.ts';
import { type SourceValues, sourceColumnsOf } from '../document/fields.ts';
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
  } & SourceValues;
}

/** Columns of a run's unchanged documents. */
const unchangedColumns = (run: SourceRun): readonly Column<UnchangedDocument>[] => [
  { name: 'liveKey', type: 'bytea', value: ({ externalId }) => liveKey(run.tenantId, externalId) },
  { name: 'connectionId', type: 'uuid', value: ({ item }) => item?.connectionId ?? null, change: 'keep' },
  { name: 'name', type: 'text', value: ({ item }) => item?.name ?? null, change: 'keep' },
  { name: 'itemPath', type: 'text', value: ({ item }) => itemPathOf(item?.path), change: 'keep' },
  { name: 'itemVersion', type: 'text', value: ({ item }) => item?.version ?? null, change: 'keep' },
  ...sourceColumnsOf(({ item }: UnchangedDocument) => item),
];

/** Records unchanged documents in a run, as SUCCESS; their visible content stays. A document that another run is processing stays with that run. */
export async function noteUnchanged(
  database: Database,
  run: SourceRun,
  unchanged: readonly UnchangedDocument[],
): Promise<void> {
  if (unchanged.length === 0) return;
  const columns = unchangedColumns(run);
  await database.$executeRaw`
    WITH given AS (
      SELECT * FROM ${columnRows('given', columns, unchanged)}
    ), wanted AS (
      SELECT id, status FROM documents WHERE id IN (
        SELECT living.id FROM given CROSS JOIN LATERAL (
          SELECT id FROM documents WHERE "namespaceId" = ${run.namespaceId}::uuid AND "liveKey" = given."liveKey" LIMIT 1) AS living)
      ORDER BY id FOR UPDATE
    ), document AS (
      UPDATE documents SET status = 'SUCCESS', "errorCode" = NULL, "ingestionError" = NULL, "lastSyncedAt" = now(), "updatedAt" = now(),
        "ingestJobRunId" = ${run.id}::uuid, "ingestJobId" = ${run.ingestJobId}::uuid,
        ${columnChanges(columns, 'given')}
      FROM wanted, given WHERE documents.id = wanted.id AND wanted.status = ANY(${endedStatuses}::"DocumentStatus"[])
        AND documents."activeRevision" IS NOT NULL AND documents."liveKey" = given."liveKey"
    )
    INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId", outcome, "isUnchanged")
    SELECT ${run.id}::uuid, id, 'SUCCESS', true FROM wanted
    ON CONFLICT DO NOTHING`;
}
