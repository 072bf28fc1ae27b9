import type { Database } from '@docfleet/database';

/** Counts the chunks of deleted documents in a namespace's keyword statistics. */
export async function countOrphanSamples(database: Database, namespaceId: string): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM keyword_samples
    WHERE "namespaceId" = ${namespaceId}::uuid AND NOT EXISTS (SELECT 1 FROM documents WHERE id = keyword_samples."documentId")`;
  return row?.count ?? 0;
}

/** Deletes them. */
export async function removeOrphanSamples(database: Database, namespaceId: string): Promise<void> {
  await database.$executeRaw`
    DELETE FROM keyword_samples
    WHERE "namespaceId" = ${namespaceId}::uuid AND NOT EXISTS (SELECT 1 FROM documents WHERE id = keyword_samples."documentId")`;
}
