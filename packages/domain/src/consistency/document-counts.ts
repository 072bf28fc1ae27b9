import { type Database, Prisma } from '@docfleet/database';

const kind = Prisma.raw('"namespaceId", "tenantId", status, "ingestionSource", "documentType"');

/** By how much what was counted is wrong, by kind of documents. One statement sees counts and documents as of one moment. */
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
  /** Documents that there are more than were counted. */
  readonly change: number;
}

/** The kinds of documents whose kept count is not their number. */
export function findWrongCounts(database: Database, namespaceId: string): Promise<CountDifference[]> {
  return database.$queryRaw<CountDifference[]>(differences(namespaceId));
}

/** Adds what is missing from the kept counts; what changes meanwhile is counted by its own statement. */
export async function correctCounts(database: Database, namespaceId: string): Promise<void> {
  await database.$executeRaw(Prisma.sql`
    INSERT INTO document_counts (${kind}, count) ${differences(namespaceId)}`);
}
