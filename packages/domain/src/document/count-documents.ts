import { type Database, Prisma } from '@docfleet/database';
import { type DocumentFilter, documentCondition, kindConditions } from './filter.ts';

const groupColumns = {
  source: Prisma.raw('"ingestionSource"'),
  status: Prisma.raw('status'),
  documentType: Prisma.raw('"documentType"'),
} as const;

/** Whether a filter asks for no more than what documents are counted by as they change. */
const isCounted = ({ ids, externalIds, connectionIds, metadata = [] }: DocumentFilter) =>
  !ids && !externalIds && !connectionIds && metadata.length === 0;

/**
 * How many matching documents there are of each source, status or type; those without any are left out. By tenant, source, type
 * and status they were counted as they changed; with other conditions, the matching documents are counted now.
 */
export async function countDocuments(
  database: Database,
  filter: DocumentFilter,
  by: keyof typeof groupColumns,
): Promise<{ value: string; totalCount: number }[]> {
  const column = groupColumns[by];
  if (!isCounted(filter))
    return database.$queryRaw`
      SELECT ${column}::text AS value, count(*)::int AS "totalCount" FROM documents WHERE ${documentCondition(filter)}
      GROUP BY 1 ORDER BY 1`;
  return database.$queryRaw`
    SELECT ${column}::text AS value, sum(count)::int AS "totalCount" FROM document_counts
    WHERE ${Prisma.join(kindConditions(filter), ' AND ')}
    GROUP BY 1 HAVING sum(count) <> 0 ORDER BY 1`;
}

const rowsPerStatement = 10_000;

/**
 * Adds up what triggers noted since the last time, into one row for each kind of documents; sums do not change by it. Several
 * may do so at once: each takes rows that no other has. Gives how many rows were added up.
 */
export async function rollUpCounts(database: Database): Promise<number> {
  const kind = Prisma.raw('"namespaceId", "tenantId", status, "ingestionSource", "documentType"');
  let total = 0;
  for (;;) {
    const [row] = await database.$queryRaw<{ fresh: number }[]>`
      WITH fresh AS (
        DELETE FROM document_counts WHERE id IN (
          SELECT id FROM document_counts WHERE NOT "rolledUp" ORDER BY id LIMIT ${rowsPerStatement} FOR UPDATE SKIP LOCKED)
        RETURNING ${kind}, count
      ), older AS (
        DELETE FROM document_counts WHERE id IN (
          SELECT sums.id FROM (SELECT DISTINCT "namespaceId", "tenantId" FROM fresh) AS changed CROSS JOIN LATERAL (
            SELECT id FROM document_counts
            WHERE "rolledUp" AND "namespaceId" = changed."namespaceId"
              AND ("tenantId" = changed."tenantId" OR ("tenantId" IS NULL AND changed."tenantId" IS NULL))
            FOR UPDATE SKIP LOCKED
          ) AS sums)
        RETURNING ${kind}, count
      ), sums AS (
        INSERT INTO document_counts (${kind}, count, "rolledUp")
        SELECT ${kind}, sum(count), true FROM (SELECT * FROM fresh UNION ALL SELECT * FROM older) AS counted
        GROUP BY ${kind} HAVING sum(count) <> 0
      )
      SELECT count(*)::int AS fresh FROM fresh`;
    total += row?.fresh ?? 0;
    if ((row?.fresh ?? 0) < rowsPerStatement) return total;
  }
}
