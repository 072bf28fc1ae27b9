import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import type { SourceRun } from '../../run/source-run.ts';

interface Feed {
  readonly drive: string;
  readonly cursor: string;
}

/** The feeds of a job in one of the states in which they are kept. */
const readFeeds = (
  database: Database,
  { ingestJobId }: SourceRun,
  { extent, state }: { readonly extent: string; readonly state: 'cursor' | 'nextCursor' },
) => {
  const column = state === 'cursor' ? Prisma.sql`cursor` : Prisma.sql`"nextCursor"`;
  return {
    async find(drive: string): Promise<string | undefined> {
      const where = { ingestJobId_extent_drive: { ingestJobId, extent, drive } };
      return (await database.connectionFeed.findUnique({ where }))?.[state] ?? undefined;
    },
    /** The one after that of `drive`, in a fixed order; the first without a drive. */
    async after(drive: string | undefined): Promise<Feed | undefined> {
      // In the order of bytes, whatever the database's own collation is.
      const [found] = await database.$queryRaw<Feed[]>`
        SELECT drive, ${column} AS cursor FROM connection_feeds
        WHERE "ingestJobId" = ${ingestJobId}::uuid AND extent = ${extent} AND ${column} IS NOT NULL
          AND drive COLLATE "C" > ${drive ?? ''}
        ORDER BY drive COLLATE "C" LIMIT 1`;
      return found;
    },
  };
};

/** The change feeds of a job's drives as its last completed sync left them, those of one extent. */
export const openFeeds = (database: Database, run: SourceRun, extent: string) =>
  readFeeds(database, run, { extent, state: 'cursor' });

/** Returns the feeds that the running sync has opened or read. */
export const openListedFeeds = (database: Database, run: SourceRun, extent: string) =>
  readFeeds(database, run, { extent, state: 'nextCursor' });

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
