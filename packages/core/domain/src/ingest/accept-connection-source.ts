import type { Database, DatabaseSession, Prisma, SyncFrequency } from '@docfleet/database';
import { currentTraceparent } from '@docfleet/runtime/tracing';
import type { Vault } from '@docfleet/secrets';
import { createId } from '../database/identifier.ts';
import { requireRoom } from '../organization/require-room.ts';
import { outboxRows } from '../outbox/outbox.ts';
import { endedRunStatuses } from '../run/ended-runs.ts';
import { nextMoment, readClock } from '../schedule/moments.ts';
import { type AcceptedSource, acceptSource, type IncomingSource } from './accept-source.ts';
import { sourceJob } from './source-queue.ts';

/** A request to ingest items of a connection. */
export interface IncomingConnectionSource extends Omit<IncomingSource, 'syncFrequency'> {
  readonly connectionId: string;
  /** Undefined: as it was, and NEVER at first. */
  readonly syncFrequency: SyncFrequency | undefined;
}

export interface AcceptedConnectionSource extends AcceptedSource {
  /** Whether a run of the same request is already in progress; then that run is returned. */
  readonly isUnderWay: boolean;
}

/** Finds the job that reads the same selection of the connection, and whether its options are the same. */
async function findSameJob(session: DatabaseSession, incoming: IncomingConnectionSource) {
  const { connectionId, source, config, chunkSize, chunkOverlap } = incoming;
  const [job] = await session.$queryRaw<
    { id: string; createdAt: Date; isSame: boolean; isScheduled: boolean }[]
  >`
    SELECT id, "createdAt", "nextRunAt" IS NOT NULL AS "isScheduled",
      config = ${JSON.stringify(config)}::jsonb AND "chunkSize" = ${chunkSize} AND "chunkOverlap" = ${chunkOverlap} AS "isSame"
    FROM ingest_jobs
    WHERE "connectionId" = ${connectionId}::uuid AND source = ${source}
      AND coalesce(config -> 'externalIds', 'null') = ${JSON.stringify(config['externalIds'] ?? null)}::jsonb
    ORDER BY id DESC LIMIT 1`;
  return job;
}

async function changeJob(
  session: DatabaseSession,
  job: { readonly id: string; readonly createdAt: Date; readonly isScheduled: boolean },
  { organizationId, config, chunkSize, chunkOverlap, syncFrequency }: IncomingConnectionSource,
): Promise<void> {
  const period = syncFrequency === 'NEVER' ? undefined : syncFrequency;
  if (period && !job.isScheduled) await requireRoom(session, organizationId, 'schedules');
  const nextRunAt = period === undefined ? null : nextMoment(job.createdAt, period, await readClock(session));
  const schedule = syncFrequency !== undefined && { syncFrequency, nextRunAt };
  const stored = { config: config as Prisma.InputJsonObject, chunkSize, chunkOverlap };
  await session.ingestJob.update({ where: { id: job.id }, data: { ...stored, ...schedule } });
}

async function beginRun(
  session: DatabaseSession,
  ingestJobId: string,
  incoming: IncomingConnectionSource,
): Promise<AcceptedConnectionSource> {
  const ingestJobRunId = createId();
  const job = sourceJob(incoming.source, ingestJobRunId);
  const jobs = job ? [job] : [];
  await session.$executeRaw`
    WITH run AS (
      INSERT INTO ingest_job_runs (id, "organizationId", "namespaceId", "tenantId", "ingestJobId", listing, "unfinishedDocuments",
        traceparent)
      VALUES (${ingestJobRunId}::uuid, ${incoming.organizationId}::uuid, ${incoming.namespaceId}::uuid, ${incoming.tenantId},
        ${ingestJobId}::uuid, 'SOURCE', 1, ${currentTraceparent() ?? null})
    )
    INSERT INTO outbox_entries (id, queue, payload) SELECT entry.id, entry.queue, entry.payload FROM ${outboxRows(jobs)}`;
  return { ingestJobId, ingestJobRunId, jobs, isUnderWay: false };
}

/**
 * Accepts a request to ingest items of a connection: there is a job per selection, whose next run reads the changes since the last. A
 * request for the same selection runs that job again with the new options; while a run of an identical request is in progress, that run
 * is returned. Rejects with NAMESPACE_NOT_FOUND when the namespace was deleted meanwhile.
 */
export async function acceptConnectionSource(
  database: Database,
  vault: Vault,
  incoming: IncomingConnectionSource,
): Promise<AcceptedConnectionSource> {
  const { connectionId, syncFrequency = 'NEVER' } = incoming;
  return database.$transaction(async (session) => {
    // Two concurrent requests for the same selection must not create two jobs.
    await session.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${connectionId}, 0))`;
    const job = await findSameJob(session, incoming);
    if (!job) {
      const accepted = await acceptSource(session, vault, { ...incoming, syncFrequency });
      return { ...accepted, isUnderWay: false };
    }
    await changeJob(session, job, incoming);
    const underWay = job.isSame
      ? await session.ingestJobRun.findFirst({
          where: { ingestJobId: job.id, status: { notIn: [...endedRunStatuses, 'NEEDS_CONFIRMATION'] } },
          orderBy: { id: 'desc' },
          select: { id: true },
        })
      : null;
    if (underWay) return { ingestJobId: job.id, ingestJobRunId: underWay.id, jobs: [], isUnderWay: true };
    return beginRun(session, job.id, incoming);
  });
}
