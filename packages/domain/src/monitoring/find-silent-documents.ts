import { type Database, type DocumentStage, Prisma } from '@docfleet/database';
import { stageJob } from '../document/stage-queue.ts';
import { inFlightStatuses } from '../document/transitions.ts';
import type { OutboxJob } from '../outbox/outbox.ts';

/** The reconciler drives whatever is forgotten on within a minute. */
const silentForMs = 120_000;
const maxFound = 1_000;

/**
 * The jobs that should be there for documents in flight that nobody has touched for two minutes and nobody holds, the most silent
 * first, a thousand at most. A document whose job lies in its queue waits for its turn; one without is stuck.
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
