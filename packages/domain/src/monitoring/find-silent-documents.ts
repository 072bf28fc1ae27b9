import { type Database, type DocumentStage, Prisma } from '@docfleet/database';
import { stageJob } from '../document/stage-queue.ts';
import { inFlightStatuses } from '../document/transitions.ts';
import type { OutboxJob } from '../outbox/outbox.ts';

/** The reconciler enqueues stalled documents within a minute. */
const silentForMs = 120_000;
const maxFound = 1_000;

/**
 * Returns the jobs of documents in flight without a change for two minutes and without a worker, the oldest first, at most a thousand. A
 * document whose job is queued waits for its turn; one without a job is stuck.
 */
export async function findSilentDocuments(database: Database): Promise<OutboxJob[]> {
  const rows = await database.$queryRaw<
    { id: string; namespaceId: string; revision: number; stage: DocumentStage }[]
  >(Prisma.sql`
    SELECT documents.id, "namespaceId", revision, stage FROM documents
      JOIN namespaces ON namespaces.id = documents."namespaceId" AND namespaces.status = 'ACTIVE'
    WHERE documents.status = ANY(${inFlightStatuses}::"DocumentStatus"[])
      AND ("leaseExpiresAt" IS NULL OR "leaseExpiresAt" < now())
      AND documents."updatedAt" < now() - ${silentForMs} * interval '1 millisecond'
    ORDER BY documents."updatedAt" LIMIT ${maxFound}`);
  return rows.map((row) => stageJob(row.stage, row));
}
