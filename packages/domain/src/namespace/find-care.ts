import { type Database, Prisma } from '@docfleet/database';
import { maintainVectorStore, purgeNamespace, reembedNamespace } from '@docfleet/queues';
import { createOutboxJob, type OutboxJob } from '../outbox/outbox.ts';

/** Jobs for all namespaces that are still to be purged. */
export async function findUnpurgedNamespaces(database: Database): Promise<OutboxJob[]> {
  const rows = await database.namespace.findMany({ where: { status: 'DELETING' }, select: { id: true } });
  return rows.map(({ id }) => createOutboxJob(purgeNamespace, { namespaceId: id }));
}

/** Jobs for all namespaces that are between two generations of their model and store. */
export async function findReembeddingNamespaces(database: Database): Promise<OutboxJob[]> {
  const where = { status: 'ACTIVE', previousConfigs: { not: Prisma.AnyNull } } as const;
  const rows = await database.namespace.findMany({ where, select: { id: true } });
  return rows.map(({ id }) => createOutboxJob(reembedNamespace, { namespaceId: id }));
}

/** Jobs for all namespaces in which a document ended within the last `withinMs`: their vectors changed. */
export async function findChangedNamespaces(database: Database, withinMs: number): Promise<OutboxJob[]> {
  const rows = await database.$queryRaw<{ namespaceId: string }[]>`
    SELECT DISTINCT "namespaceId" FROM documents
    WHERE status = 'SUCCESS' AND "updatedAt" > now() - ${withinMs} * interval '1 millisecond'`;
  return rows.map(({ namespaceId }) => createOutboxJob(maintainVectorStore, { namespaceId }));
}
