import type { Database, DocumentStage } from '@docfleet/database';
import { stageJob } from '../document/stage-queue.ts';
import { inFlightStatuses } from '../document/transitions.ts';
import type { OutboxJob } from '../outbox/outbox.ts';

interface Admitted {
  readonly id: string;
  readonly namespaceId: string;
  readonly revision: number;
  readonly stage: DocumentStage;
  /** The trace context of the request that created the run. */
  readonly traceparent: string | null;
  /** Documents of the namespace in flight before these. */
  readonly inFlight: number;
}

/** Orders jobs by age within a namespace, and round-robin between namespaces. */
function jobsInTurn(rows: readonly Admitted[]): OutboxJob[] {
  const groups = Map.groupBy(rows, ({ namespaceId }) => namespaceId).values();
  const ranked = [...groups].flatMap((group) =>
    group
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((row, index) => ({ row, documentsAhead: row.inFlight + index })),
  );
  return ranked
    .toSorted((a, b) => a.documentsAhead - b.documentsAhead)
    .map(({ row, documentsAhead }) => stageJob(row.stage, row, documentsAhead));
}

/**
 * Admits the oldest documents of each namespace's backlog up to its window; returns their jobs. These are not in the outbox: their
 * content derives from the QUEUED row, and the reconciler enqueues them again if they are lost. Of two concurrent calls for one
 * namespace, the second skips it.
 */
export async function admitBacklog(
  database: Database,
  windowSize: number,
  namespaceIds: readonly string[],
): Promise<OutboxJob[]> {
  const rows = await database.$queryRaw<Admitted[]>`
    WITH namespace AS (
      SELECT id FROM namespaces WHERE id = ANY(${namespaceIds}::uuid[]) AND status = 'ACTIVE' ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    ), load AS MATERIALIZED (
      SELECT namespace.id, (
        SELECT count(*)::int FROM (
          SELECT 1 FROM documents
          WHERE "namespaceId" = namespace.id AND status = ANY(${inFlightStatuses}::"DocumentStatus"[]) LIMIT ${windowSize}
        ) AS counted
      ) AS "inFlight"
      FROM namespace
    ), oldest AS (
      SELECT documents.id, load."inFlight" FROM load CROSS JOIN LATERAL (
        SELECT id FROM documents WHERE "namespaceId" = load.id AND status = 'BACKLOG'
        ORDER BY id LIMIT ${windowSize} - load."inFlight" FOR UPDATE SKIP LOCKED
      ) AS documents
    )
    UPDATE documents SET status = 'QUEUED', "updatedAt" = now() FROM oldest WHERE documents.id = oldest.id
    RETURNING documents.id, documents."namespaceId", documents.revision, documents.stage, oldest."inFlight", (
      SELECT traceparent FROM ingest_job_runs WHERE id = documents."ingestJobRunId"
    ) AS traceparent`;
  return jobsInTurn(rows);
}
