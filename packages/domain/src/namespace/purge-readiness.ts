import type { Database } from '@docfleet/database';

/** A claim that saw the namespace alive is visible after so long. */
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
