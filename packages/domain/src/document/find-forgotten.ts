import { type Database, type DocumentStage, Prisma } from '@docfleet/database';
import type { OutboxJob } from '../outbox/outbox.ts';
import { stageJob } from './stage-queue.ts';
import { inFlightStatuses } from './transitions.ts';

const pageSize = 1_000;
/** Younger ones are on their way. */
const quietForMs = 15_000;

/**
 * Jobs for all documents in flight that nobody works on, in pages: adding one that is still in its queue changes nothing, so
 * whatever Redis lost is back after one pass. A backlog is not forgotten: it waits to be let in.
 */
export async function* findForgottenDocuments(database: Database): AsyncGenerator<OutboxJob[]> {
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
