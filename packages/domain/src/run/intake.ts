import {
  type Database,
  type DatabaseSession,
  type IngestionSource,
  type IngestJobRunIntake,
  Prisma,
} from '@docfleet/database';
import { sourceJob } from '../ingest/source-queue.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import { countDown } from './count-down.ts';

/** A request that adds documents gives a sign of life with every batch; one that is silent for so long has died. */
const abandonedAfterMs = 60_000;
/** Younger ones are on their way. */
const quietForMs = 15_000;
const mostAtOnce = 1_000;

/**
 * Says that all documents of these runs are known; those without an unfinished one are COMPLETED by it. `errorMessage` says why the
 * source could not be read. Gives how many were still open: none, when somebody cancelled them meanwhile.
 */
export async function closeIntake(
  session: DatabaseSession,
  ingestJobRunIds: readonly string[],
  errorMessage: string | null = null,
): Promise<number> {
  return session.$executeRaw`
    WITH open AS (
      SELECT id FROM ingest_job_runs WHERE id = ANY(${ingestJobRunIds}::uuid[]) AND intake IS NOT NULL ORDER BY id FOR UPDATE
    )
    UPDATE ingest_job_runs
    SET intake = NULL, "errorMessage" = coalesce(${errorMessage}, "errorMessage"), ${countDown(Prisma.sql`1`)}
    FROM open WHERE ingest_job_runs.id = open.id`;
}

async function findQuiet(database: Database, intake: IngestJobRunIntake, quietMs: number) {
  return database.$queryRaw<{ id: string; source: IngestionSource; traceparent: string | null }[]>`
    SELECT run.id, run.traceparent, job.source FROM ingest_job_runs run
      JOIN ingest_jobs job ON job.id = run."ingestJobId" JOIN namespaces ON namespaces.id = run."namespaceId"
    WHERE run.intake = ${intake}::"IngestJobRunIntake" AND run."updatedAt" < now() - ${quietMs} * interval '1 millisecond'
      AND namespaces.status = 'ACTIVE'
    ORDER BY run."updatedAt" LIMIT ${mostAtOnce}`;
}

/** Closes runs whose request died while it added documents, so that they complete with what they have. */
export async function closeAbandonedRuns(database: Database): Promise<void> {
  const runs = await findQuiet(database, 'REQUEST', abandonedAfterMs);
  await closeIntake(
    database,
    runs.map((run) => run.id),
  );
}

/** Jobs for the runs whose source is still to be read; adding one that waits or runs changes nothing. */
export async function findForgottenRuns(database: Database): Promise<OutboxJob[]> {
  const runs = await findQuiet(database, 'SOURCE', quietForMs);
  return runs.flatMap(({ id, source, traceparent }) => sourceJob(source, id, traceparent) ?? []);
}
