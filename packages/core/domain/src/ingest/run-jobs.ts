import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import { createId } from '../database/identifier.ts';
import { type OutboxJob, outboxRows } from '../outbox/outbox.ts';
import { isEndedRun } from '../run/ended-runs.ts';
import { latestMoment, nextMoment, type Period } from '../schedule/schedules.ts';
import { sourceJob, unreadableSources } from './accept-source.ts';

const batchSize = 100;

interface DueJob {
  readonly id: string;
  readonly source: string;
  readonly syncFrequency: Period;
  /** The anchor of its schedule. */
  readonly createdAt: Date;
}

/** Locks the due jobs for this scheduler. A job whose last run is unfinished waits for it. */
const lockDueJobs = (session: DatabaseSession, now: Date) =>
  session.$queryRaw<DueJob[]>`
    SELECT job.id, job.source, job."syncFrequency", job."createdAt"
    FROM ingest_jobs job JOIN namespaces ON namespaces.id = job."namespaceId" AND namespaces.status = 'ACTIVE'
    WHERE job."nextRunAt" <= ${now}::timestamptz AND job."syncFrequency" <> 'NEVER'
      AND job.source <> ALL(${unreadableSources}::text[])
      AND NOT EXISTS (
        SELECT 1 FROM ingest_job_runs run WHERE run."ingestJobId" = job.id AND NOT ${isEndedRun(Prisma.sql`run.status`)}
          AND run.status <> 'NEEDS_CONFIRMATION')
    ORDER BY job."nextRunAt" LIMIT ${batchSize} FOR UPDATE OF job SKIP LOCKED`;

/** A run of a job that reads its source again. */
interface PlannedRun {
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
async function insertRuns(session: DatabaseSession, runs: readonly PlannedRun[]): Promise<OutboxJob[]> {
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

/** Inserts a run for the latest scheduled time of each, however many were missed, and notes their next time. */
async function writeRuns(session: DatabaseSession, due: readonly DueJob[], now: Date): Promise<OutboxJob[]> {
  const runs = due.flatMap((job) => {
    const runId = createId();
    const scheduledFor = latestMoment(job.createdAt, job.syncFrequency, now);
    const queued = sourceJob(job.source, runId);
    return scheduledFor && queued ? [{ runId, scheduledFor, queued, jobId: job.id }] : [];
  });
  const next = due.map((job) => nextMoment(job.createdAt, job.syncFrequency, now));
  await session.$executeRaw`
    UPDATE ingest_jobs SET "nextRunAt" = next.at
    FROM unnest(${due.map((job) => job.id)}::uuid[], ${next}::timestamptz[]) AS next(id, at) WHERE ingest_jobs.id = next.id`;
  return insertRuns(session, runs);
}

/**
 * Creates a run for each job that is due at `now`, the database's time; yields the jobs to dispatch, batch by batch. Safe for concurrent
 * schedulers: each scheduled time gets one run.
 */
export async function* runDueJobs(database: Database, now: Date): AsyncGenerator<OutboxJob[]> {
  for (;;) {
    const { found, jobs } = await database.$transaction(async (session) => {
      const due = await lockDueJobs(session, now);
      return { found: due.length, jobs: due.length > 0 ? await writeRuns(session, due, now) : [] };
    });
    if (jobs.length > 0) yield jobs;
    if (found < batchSize) return;
  }
}

/**
 * Bounds of the pause after a run, which is as long as the run was: otherwise a busy vendor could make syncs follow one another without
 * end.
 */
const rest = { minSeconds: 5, maxSeconds: 60 } as const;

const unfinished = Prisma.sql`EXISTS (
  SELECT 1 FROM ingest_job_runs run WHERE run."ingestJobId" = job.id AND NOT ${isEndedRun(Prisma.sql`run.status`)}
    AND run.status <> 'NEEDS_CONFIRMATION')`;

const resting = Prisma.sql`EXISTS (
  SELECT 1 FROM ingest_job_runs run WHERE run."ingestJobId" = job.id
    AND run."updatedAt" > now() - ${rest.maxSeconds} * interval '1 second'
    AND run."updatedAt" + LEAST(${rest.maxSeconds} * interval '1 second',
      GREATEST(${rest.minSeconds} * interval '1 second', run."updatedAt" - run."createdAt")) > now())`;

interface RequestedJob {
  readonly id: string;
  readonly source: string;
}

/** Takes requests whose jobs may run now. One that comes after the commit is another request, which the next run follows. */
async function takeRequests(session: DatabaseSession): Promise<RequestedJob[]> {
  const jobs = await session.$queryRaw<RequestedJob[]>`
    SELECT job.id, job.source FROM sync_invitations request
      JOIN ingest_jobs job ON job.id = request."ingestJobId" AND job."syncFrequency" <> 'NEVER'
      JOIN namespaces ON namespaces.id = job."namespaceId" AND namespaces.status = 'ACTIVE'
      JOIN connections connection ON connection.id = job."connectionId" AND connection.status = 'ACTIVE'
    WHERE NOT ${unfinished} AND NOT ${resting}
    ORDER BY request."invitedAt" LIMIT ${batchSize} FOR UPDATE OF job, request SKIP LOCKED`;
  await session.syncRequest.deleteMany({ where: { ingestJobId: { in: jobs.map(({ id }) => id) } } });
  return jobs;
}

/**
 * Creates a run for each job that a notification has requested and that neither runs nor rests; yields the jobs to dispatch, batch by batch.
 * The schedule of the job stays as it is. Safe for concurrent schedulers.
 */
export async function* runRequestedJobs(database: Database): AsyncGenerator<OutboxJob[]> {
  for (;;) {
    const { found, jobs } = await database.$transaction(async (session) => {
      const requested = await takeRequests(session);
      const runs = requested.flatMap(({ id: jobId, source }) => {
        const runId = createId();
        const queued = sourceJob(source, runId);
        return queued ? [{ runId, jobId, scheduledFor: null, queued }] : [];
      });
      return { found: requested.length, jobs: runs.length > 0 ? await insertRuns(session, runs) : [] };
    });
    if (jobs.length > 0) yield jobs;
    if (found < batchSize) return;
  }
}
