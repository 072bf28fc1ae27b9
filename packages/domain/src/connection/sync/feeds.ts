import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import type { SourceRun } from '../../run/source-run.ts';

interface Feed {
  readonly drive: string;
  readonly cursor: string;
}

/** The change feeds of a job's drives as its last completed sync left them, those of one extent. */
export const openFeeds = (database: Database, { ingestJobId }: SourceRun, extent: string) => ({
  async find(drive: string): Promise<string | undefined> {
    const where = { ingestJobId_extent_drive: { ingestJobId, extent, drive } };
    return (await database.connectionFeed.findUnique({ where }))?.cursor ?? undefined;
  },
  /** The one after that of `drive`, in a fixed order; the first without a drive. */
  async after(drive: string | undefined): Promise<Feed | undefined> {
    // In the order of bytes, whatever the database's own collation is.
    const [found] = await database.$queryRaw<Feed[]>`
      SELECT drive, cursor FROM connection_feeds
      WHERE "ingestJobId" = ${ingestJobId}::uuid AND extent = ${extent} AND cursor IS NOT NULL
        AND drive COLLATE "C" > ${drive ?? ''}
      ORDER BY drive COLLATE "C" LIMIT 1`;
    return found;
  },
});

/** Keeps what a sync has brought, at its end. After a whole listing, drives that it did not come upon are forgotten. */
export async function keepFeeds(
  session: DatabaseSession,
  { ingestJobId }: SourceRun,
  { extent, isWhole }: { extent: string; isWhole: boolean },
): Promise<void> {
  const isForgotten = isWhole
    ? Prisma.sql`extent <> ${extent} OR "nextCursor" IS NULL`
    : Prisma.sql`extent <> ${extent}`;
  await session.$executeRaw`
    DELETE FROM connection_feeds WHERE "ingestJobId" = ${ingestJobId}::uuid AND (${isForgotten})`;
  await session.$executeRaw`
    UPDATE connection_feeds SET cursor = "nextCursor", "nextCursor" = NULL
    WHERE "ingestJobId" = ${ingestJobId}::uuid AND "nextCursor" IS NOT NULL`;
}
