import { IngestJobRunStatus, Prisma } from '@docfleet/database';

/** Statuses of runs whose documents have all ended. */
export const endedRunStatuses = [
  IngestJobRunStatus.COMPLETED,
  IngestJobRunStatus.COMPLETED_WITH_ERRORS,
  IngestJobRunStatus.FAILED,
] as const;

const ended = new Set<string>(endedRunStatuses);

export const hasRunEnded = (status: IngestJobRunStatus): boolean => ended.has(status);

/** The condition for a run that has ended, on a column of its status. */
export const isEndedRun = (status: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${status} IN ('COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED')`;

/**
 * The columns of a run's row after `ended` more of its documents have finished: the last ones complete it. Two concurrent updates wait
 * for each other's lock on the run and count on from there.
 */
export const countDown = (ended: Prisma.Sql): Prisma.Sql => Prisma.sql`
  "unfinishedDocuments" = "unfinishedDocuments" - ${ended}, "updatedAt" = now(),
  status = CASE WHEN "unfinishedDocuments" <= ${ended} THEN "endsAs" ELSE status END`;
