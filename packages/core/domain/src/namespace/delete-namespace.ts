import { type Database, Prisma } from '@docfleet/database';
import { purgeNamespace } from '@docfleet/queues';
import { type Actor, recordAuditEvent } from '../audit-event/audit-events.ts';
import { deletingContexts } from '../chunk/contexts.ts';
import { type OutboxJob, writeOutbox } from '../outbox/outbox.ts';

/** Time after which a claim that saw the namespace alive is visible to others. */
const settleMs = 2_000;

/**
 * Returns whether no worker writes for a deleted namespace any more: all have released or lost their documents, at most a lease after its
 * deletion.
 */
export async function isNamespaceQuiet(database: Database, namespaceId: string): Promise<boolean> {
  const [row] = await database.$queryRaw<{ quiet: boolean }[]>`
    SELECT namespaces."updatedAt" < now() - ${settleMs} * interval '1 millisecond' AND NOT EXISTS (
      SELECT 1 FROM documents WHERE "namespaceId" = namespaces.id AND "leaseExpiresAt" >= now()) AS quiet
    FROM namespaces WHERE id = ${namespaceId}::uuid`;
  return row?.quiet ?? true;
}

/** Hides a namespace immediately and requests its purge; returns the jobs to dispatch, none when it was already deleted. */
export async function deleteNamespace(
  database: Database,
  actor: Actor,
  { id: namespaceId, name }: { id: string; name: string },
): Promise<OutboxJob[]> {
  return database.$transaction(async (session) => {
    const { count } = await session.namespace.updateMany({
      where: { id: namespaceId, status: 'ACTIVE' },
      data: { status: 'DELETING', version: { increment: 1 } },
    });
    if (count === 0) return [];
    const change = { action: 'namespace.deleted', targetType: 'namespace', targetId: name } as const;
    await recordAuditEvent(session, actor, change);
    return [await writeOutbox(session, purgeNamespace, { namespaceId })];
  });
}

const rowsPerStatement = 5_000;

/**
 * Deletes the rows of a namespace whose vectors and files are deleted, in bounded steps; the namespace itself last, which takes its jobs and
 * runs along and frees its name.
 */
export async function removeNamespaceRows(database: Database, namespaceId: string): Promise<void> {
  for (;;) {
    const removed = await database.$executeRaw`
      WITH doomed AS (SELECT id FROM documents WHERE "namespaceId" = ${namespaceId}::uuid LIMIT ${rowsPerStatement}),
        chunk AS (DELETE FROM chunks WHERE "documentId" IN (SELECT id FROM doomed)),
        ${deletingContexts(Prisma.sql`SELECT id FROM doomed`)},
        content AS (DELETE FROM document_contents WHERE "documentId" IN (SELECT id FROM doomed))
      DELETE FROM documents WHERE id IN (SELECT id FROM doomed)`;
    if (removed === 0) break;
  }
  await database.keywordSample.deleteMany({ where: { namespaceId } });
  await database.namespace.deleteMany({ where: { id: namespaceId, status: 'DELETING' } });
}
