import type { Database, DocumentStage } from '@docfleet/database';
import { withBacklogs } from '../admission/backlogs.ts';
import { queueOfStage } from '../document/stage-queue.ts';

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
