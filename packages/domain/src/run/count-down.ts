import { Prisma } from '@docfleet/database';

/**
 * What a run's row becomes when `ended` more of its documents have: the last ones complete it. Two that end at once wait for each
 * other's lock on the run and count on from there.
 */
export const countDown = (ended: Prisma.Sql): Prisma.Sql => Prisma.sql`
  "unfinishedDocuments" = "unfinishedDocuments" - ${ended}, "updatedAt" = now(),
  status = CASE WHEN "unfinishedDocuments" <= ${ended} THEN 'COMPLETED' ELSE status END`;
