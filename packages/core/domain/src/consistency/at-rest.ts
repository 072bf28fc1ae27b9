import { type Database, Prisma } from '@docfleet/database';
import { endedStatuses } from '../document/transitions.ts';

/** A condition on `documents`: unchanged for `quietMs` and not claimed. */
export const isQuiet = (quietMs: number): Prisma.Sql => Prisma.sql`
  documents."updatedAt" <= now() - ${quietMs} * interval '1 millisecond'
  AND (documents."leaseExpiresAt" IS NULL OR documents."leaseExpiresAt" < now())`;

/** A condition on `documents`: live, finished and quiet, so that the stores must match the rows. */
export const isAtRest = (quietMs: number): Prisma.Sql => Prisma.sql`
  documents."liveKey" IS NOT NULL AND documents.status = ANY(${endedStatuses}::"DocumentStatus"[]) AND ${isQuiet(quietMs)}`;

/** The id before all others. */
export const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Documents per statement. */
export const documentsPerPage = 1_000;

/** Counts the live documents of a namespace that are in progress or changed within this many milliseconds; they are not checked. */
export async function countMoving(database: Database, namespaceId: string, quietMs: number): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM documents
    WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL AND NOT (${isAtRest(quietMs)})`;
  return row?.count ?? 0;
}
