import { type Database, type DocumentStage, Prisma } from '@docfleet/database';
import type { OutboxJob } from '../outbox/outbox.ts';
import { stageJob } from './stage-queue.ts';
import { inFlightStatuses } from './transitions.ts';

const pageSize = 1_000;
/** Jobs of newer ones are still in the queue. */
const quietForMs = 15_000;

/**
 * Yields jobs for all documents in flight without a worker, in pages. Adding a job that is still queued has no effect, so that one pass
 * restores what Redis lost. A backlog is not stalled: it waits for admission.
 */
export async function* findStalledDocuments(database: Database): AsyncGenerator<OutboxJob[]> {
  const found = new Map<string, number>();
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await database.$queryRaw<
      {
        id: string;
        namespaceId: string;
        revision: number;
        stage: DocumentStage;
        traceparent: string | null;
      }[]
    >(Prisma.sql`
      SELECT id, "namespaceId", revision, stage,
        (SELECT traceparent FROM ingest_job_runs WHERE id = documents."ingestJobRunId") AS traceparent
      FROM documents
      WHERE status = ANY(${inFlightStatuses}::"DocumentStatus"[]) AND id > ${after}::uuid
        AND ("leaseExpiresAt" IS NULL OR "leaseExpiresAt" < now())
        AND "updatedAt" < now() - ${quietForMs} * interval '1 millisecond'
      ORDER BY id LIMIT ${pageSize}`);
    if (rows.length === 0) return;
    yield rows.map((row) => {
      const before = found.get(row.namespaceId) ?? 0;
      found.set(row.namespaceId, before + 1);
      return stageJob(row.stage, row, before);
    });
    after = rows.at(-1)?.id ?? after;
  }
}
