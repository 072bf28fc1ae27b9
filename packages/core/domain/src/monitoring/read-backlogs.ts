import { type Database, type DocumentStage, Prisma } from '@docfleet/database';
import { withBacklogs } from '../admission/load.ts';
import { inFlightStatuses, queueOfStage, stageJob } from '../document/transitions.ts';
import type { OutboxJob } from '../outbox/outbox.ts';

const countedTo = 10_000;

/** Returns the number of jobs in the outbox, counted up to 10,000, and the age of the oldest; 0 for both when it is empty. */
export async function readOutbox(database: Database): Promise<{ entries: number; lagSeconds: number }> {
  const [row] = await database.$queryRaw<{ entries: number; lagSeconds: number | null }[]>`
    SELECT count(*)::int AS entries, extract(epoch FROM now() - min("createdAt"))::float8 AS "lagSeconds"
    FROM (SELECT "createdAt" FROM outbox_entries ORDER BY "createdAt" LIMIT ${countedTo}) AS oldest`;
  return { entries: row?.entries ?? 0, lagSeconds: Math.max(0, row?.lagSeconds ?? 0) };
}

/** The documents that a namespace has waiting, and where they will go. */
export interface NamespaceBacklog {
  readonly namespaceId: string;
  readonly documents: number;
  /** The queues of its oldest documents, one entry per document. */
  readonly queues: readonly string[];
}

/** The number of oldest documents from which a backlog is classified. */
const sampledDocuments = 20;

/** Every namespace that has a backlog, with its size; the documents in it are neither read nor counted, but for the oldest. */
export async function readBacklogs(database: Database): Promise<NamespaceBacklog[]> {
  const rows = await database.$queryRaw<
    { namespaceId: string; documents: number; stages: DocumentStage[] }[]
  >`
    ${withBacklogs}
    SELECT "namespaceId", (
      SELECT coalesce(sum(count), 0)::int FROM document_counts
      WHERE document_counts."namespaceId" = backlog."namespaceId" AND status = 'BACKLOG'
    ) AS documents, ARRAY(
      SELECT stage::text FROM documents WHERE documents."namespaceId" = backlog."namespaceId" AND status = 'BACKLOG'
      ORDER BY id LIMIT ${sampledDocuments}
    ) AS stages
    FROM backlog WHERE "namespaceId" IS NOT NULL`;
  return rows.map(({ stages, ...row }) => ({ ...row, queues: stages.map(queueOfStage) }));
}

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
