import { type DatabaseSession, Prisma } from '@docfleet/database';
import { type OutboxJob, outboxRows } from '../outbox/outbox.ts';

/** A run of a job that reads its source again. */
export interface PlannedRun {
  readonly runId: string;
  readonly jobId: string;
  /** Null for a run that no schedule asks for. */
  readonly scheduledFor: Date | null;
  readonly queued: OutboxJob;
}

/**
 * Inserts runs with the jobs that list their sources; returns the jobs to dispatch. A scheduled time that already has a run, because the
 * clock was set back, gets no second one.
 */
export async function insertRuns(
  session: DatabaseSession,
  runs: readonly PlannedRun[],
): Promise<OutboxJob[]> {
  const written = await session.$queryRaw<{ id: string }[]>(Prisma.sql`
    WITH run AS (
      INSERT INTO ingest_job_runs (id, "organizationId", "namespaceId", "tenantId", "ingestJobId", "scheduledFor", listing,
        "unfinishedDocuments")
      SELECT due."runId", job."organizationId", job."namespaceId", job."tenantId", job.id, due."scheduledFor", 'SOURCE', 1
      FROM unnest(${runs.map((run) => run.runId)}::uuid[], ${runs.map((run) => run.jobId)}::uuid[],
        ${runs.map((run) => run.scheduledFor)}::timestamptz[]) AS due("runId", "jobId", "scheduledFor")
        JOIN ingest_jobs job ON job.id = due."jobId"
      ON CONFLICT ("ingestJobId", "scheduledFor") DO NOTHING
      RETURNING id
    ), outbox AS (
      INSERT INTO outbox_entries (id, queue, payload)
      SELECT entry.id, entry.queue, entry.payload FROM ${outboxRows(runs.map((run) => run.queued))}
        JOIN run ON run.id = (entry.payload -> 'payload' ->> 'ingestJobRunId')::uuid
    )
    SELECT id FROM run`);
  const ids = new Set(written.map((run) => run.id));
  return runs.filter((run) => ids.has(run.runId)).map((run) => run.queued);
}
