import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import { createId } from '../database/identifier.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import { isEndedRun } from '../run/ended-runs.ts';
import { insertRuns } from './insert-runs.ts';
import { sourceJob } from './source-queue.ts';

const batchSize = 100;
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

interface InvitedJob {
  readonly id: string;
  readonly source: string;
}

/** Takes invitations whose jobs may run now. What comes after the commit is another invitation, which the next run follows. */
async function takeInvitations(session: DatabaseSession): Promise<InvitedJob[]> {
  const jobs = await session.$queryRaw<InvitedJob[]>`
    SELECT job.id, job.source FROM sync_invitations invitation
      JOIN ingest_jobs job ON job.id = invitation."ingestJobId" AND job."syncFrequency" <> 'NEVER'
      JOIN namespaces ON namespaces.id = job."namespaceId" AND namespaces.status = 'ACTIVE'
      JOIN connections connection ON connection.id = job."connectionId" AND connection.status = 'ACTIVE'
    WHERE NOT ${unfinished} AND NOT ${resting}
    ORDER BY invitation."invitedAt" LIMIT ${batchSize} FOR UPDATE OF job, invitation SKIP LOCKED`;
  await session.syncInvitation.deleteMany({ where: { ingestJobId: { in: jobs.map(({ id }) => id) } } });
  return jobs;
}

/**
 * Creates a run for each job that a notification has invited and that neither runs nor rests; yields the jobs to dispatch, batch by batch.
 * The schedule of the job stays as it is. Safe for concurrent schedulers.
 */
export async function* runInvitedJobs(database: Database): AsyncGenerator<OutboxJob[]> {
  for (;;) {
    const { found, jobs } = await database.$transaction(async (session) => {
      const invited = await takeInvitations(session);
      const runs = invited.flatMap(({ id: jobId, source }) => {
        const runId = createId();
        const queued = sourceJob(source, runId);
        return queued ? [{ runId, jobId, scheduledFor: null, queued }] : [];
      });
      return { found: invited.length, jobs: runs.length > 0 ? await insertRuns(session, runs) : [] };
    });
    if (jobs.length > 0) yield jobs;
    if (found < batchSize) return;
  }
}
