import { type Database, Prisma } from '@docfleet/database';

const kind = Prisma.raw('"namespaceId", "tenantId", status, "ingestionSource", "documentType"');

/** The differences between stored and actual counts by kind of documents. One statement reads both in one snapshot. */
const differences = (namespaceId: string) => Prisma.sql`
  SELECT ${kind}, sum(change)::int AS change FROM (
    SELECT ${kind}, count(*) AS change FROM documents
    WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL GROUP BY ${kind}
    UNION ALL
    SELECT ${kind}, -sum(count) FROM document_counts WHERE "namespaceId" = ${namespaceId}::uuid GROUP BY ${kind}
  ) AS changes
  GROUP BY ${kind} HAVING sum(change) <> 0`;

export interface CountDifference {
  readonly tenantId: string | null;
  readonly status: string;
  readonly ingestionSource: string;
  readonly documentType: string;
  /** Documents that exist in addition to the stored count. */
  readonly change: number;
}

/** Returns the kinds of documents whose stored count is wrong. */
export function findWrongCounts(database: Database, namespaceId: string): Promise<CountDifference[]> {
  return database.$queryRaw<CountDifference[]>(differences(namespaceId));
}

/** Adds the differences to the stored counts; concurrent changes are counted by their own statements. */
export async function correctCounts(database: Database, namespaceId: string): Promise<void> {
  await database.$executeRaw(Prisma.sql`
    INSERT INTO document_counts (${kind}, count) ${differences(namespaceId)}`);
}
