import { type Database, Prisma } from '@docfleet/database';

/**
 * The CTE `backlog`: the namespaces with a backlog and a last row of nulls, found by skipping through the index, at a cost independent of
 * the number of documents.
 */
export const withBacklogs: Prisma.Sql = Prisma.sql`
  WITH RECURSIVE backlog AS (
    (SELECT "namespaceId" FROM documents WHERE status = 'BACKLOG' ORDER BY "namespaceId" LIMIT 1)
    UNION ALL
    SELECT (
      SELECT "namespaceId" FROM documents WHERE status = 'BACKLOG' AND "namespaceId" > backlog."namespaceId"
      ORDER BY "namespaceId" LIMIT 1
    ) FROM backlog WHERE backlog."namespaceId" IS NOT NULL
  )`;

/** The namespaces that have a backlog. */
export async function findBacklogs(database: Database): Promise<string[]> {
  const rows = await database.$queryRaw<{ namespaceId: string }[]>`
    ${withBacklogs} SELECT "namespaceId" FROM backlog WHERE "namespaceId" IS NOT NULL`;
  return rows.map(({ namespaceId }) => namespaceId);
}
