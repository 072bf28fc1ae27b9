import type { Database } from '@docfleet/database';

/** How many chunks of documents that are gone a namespace's keyword statistics still count. */
export async function countOrphanSamples(database: Database, namespaceId: string): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM keyword_samples
    WHERE "namespaceId" = ${namespaceId}::uuid AND NOT EXISTS (SELECT 1 FROM documents WHERE id = keyword_samples."documentId")`;
  return row?.count ?? 0;
}

/** Takes them out. */
export async function removeOrphanSamples(database: Database, namespaceId: string): Promise<void> {
  await database.$executeRaw`
    DELETE FROM keyword_samples
    WHERE "namespaceId" = ${namespaceId}::uuid AND NOT EXISTS (SELECT 1 FROM documents WHERE id = keyword_samples."documentId")`;
}
