import type { Database, DatabaseSession, Prisma, SyncFrequency } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { discoverSource, syncConnection } from '@docfleet/queues';
import { currentTraceparent } from '@docfleet/runtime/tracing';
import type { Vault } from '@docfleet/secrets';
import { createId } from '../database/identifier.ts';
import { requireRoom } from '../organization/organizations.ts';
import { createOutboxJob, type OutboxJob, outboxRows } from '../outbox/outbox.ts';
import { endedRunStatuses } from '../run/ended-runs.ts';
import { nextMoment, readClock } from '../schedule/schedules.ts';
import { sealHeaders } from './seal-headers.ts';

/** The queue that lists a source when its job runs; content that came with the request cannot be read again. Every other source is a connector. */
const sourceQueues = {
  TEXT: undefined,
  URLS_LIST: discoverSource,
  SITEMAP: discoverSource,
  WEBSITE: discoverSource,
  YOUTUBE: discoverSource,
  LOCAL_FILE: undefined,
  // Processed by the namespace's re-embedding, from its own documents.
  REEMBEDDING: undefined,
} as const;

/** The sources of documents that are no connectors. */
export const ownSources: readonly string[] = Object.keys(sourceQueues);

const isOwn = (source: string): source is keyof typeof sourceQueues => Object.hasOwn(sourceQueues, source);

/** The type of a connector's documents. */
export const documentTypeOf = (connector: string) => `${connector}_DOCUMENT`;

const queueOf = (source: string) => (isOwn(source) ? sourceQueues[source] : syncConnection);

/** Sources whose content came with the request. */
export const unreadableSources: readonly string[] = ownSources.filter((source) => !queueOf(source));

/** Tests whether a source can be read again: then its jobs run on a schedule, and its documents can be resynced. */
export const isReadable = (source: string): boolean => queueOf(source) !== undefined;

/**
 * Returns the queue job that lists the source of a run; undefined for a text or a file. `traceparent` is the run's, for callers other
 * than the request that created it.
 */
export function sourceJob(
  source: string,
  ingestJobRunId: string,
  traceparent?: string | null,
): OutboxJob | undefined {
  const queue = queueOf(source);
  return queue && createOutboxJob(queue, { ingestJobRunId }, { traceparent });
}

/** Source as a client names it, before it has been read. */
export interface IncomingSource {
  readonly organizationId: string;
  readonly namespaceId: string;
  readonly tenantId: string | null;
  readonly source: string;
  /** The connection that is read, if any. */
  readonly connectionId?: string | null;
  /** The request's `config`, stored with the job; header values are sealed. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly chunkSize: number;
  readonly chunkOverlap: number;
  readonly syncFrequency: SyncFrequency;
}

export interface AcceptedSource {
  readonly ingestJobId: string;
  readonly ingestJobRunId: string;
  readonly jobs: readonly OutboxJob[];
}

/**
 * Accepts a source in one statement: its job with its schedule, the first run, and the queue job that lists the source. One with a
 * schedule is accepted within a transaction. Rejects with NAMESPACE_NOT_FOUND when the namespace was deleted meanwhile, with
 * ORGANIZATION_LIMIT_REACHED when the organization has as many schedules as it may have.
 */
export async function acceptSource(
  database: DatabaseSession,
  vault: Vault,
  incoming: IncomingSource,
): Promise<AcceptedSource> {
  const [ingestJobId, ingestJobRunId] = [createId(), createId()];
  const job = sourceJob(incoming.source, ingestJobRunId);
  if (!job) throw new AppError('INVALID_INGEST_CONFIG', `A ${incoming.source} has no source to be read`);
  if (incoming.syncFrequency !== 'NEVER') await requireRoom(database, incoming.organizationId, 'schedules');
  const config = JSON.stringify(sealHeaders(vault, ingestJobId, incoming.config));
  // The first moment of nextMoment(): a period after the anchor, months in UTC and clamped by PostgreSQL.
  const accepted = await database.$executeRaw`
    WITH namespace AS (
      SELECT id FROM namespaces WHERE id = ${incoming.namespaceId}::uuid AND status = 'ACTIVE'
    ), job AS (
      INSERT INTO ingest_jobs (id, "organizationId", "namespaceId", "tenantId", source, config, "connectionId", "chunkSize", "chunkOverlap",
        "syncFrequency", "nextRunAt")
      SELECT ${ingestJobId}::uuid, ${incoming.organizationId}::uuid, id, ${incoming.tenantId}, ${incoming.source},
        ${config}::jsonb, ${incoming.connectionId ?? null}::uuid, ${incoming.chunkSize}, ${incoming.chunkOverlap},
        ${incoming.syncFrequency}::"SyncFrequency",
        CASE ${incoming.syncFrequency} WHEN 'DAILY' THEN now() + interval '24 hours' WHEN 'WEEKLY' THEN now() + interval '168 hours'
          WHEN 'MONTHLY' THEN (now() AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC' END
      FROM namespace RETURNING "namespaceId"
    ), run AS (
      INSERT INTO ingest_job_runs (id, "organizationId", "namespaceId", "tenantId", "ingestJobId", listing, "unfinishedDocuments",
        traceparent)
      SELECT ${ingestJobRunId}::uuid, ${incoming.organizationId}::uuid, "namespaceId", ${incoming.tenantId}, ${ingestJobId}::uuid,
        'SOURCE', 1, ${currentTraceparent() ?? null}
      FROM job
    )
    INSERT INTO outbox_entries (id, queue, payload) SELECT entry.id, entry.queue, entry.payload FROM namespace, ${outboxRows([job])}`;
  if (accepted === 0) throw new AppError('NAMESPACE_NOT_FOUND', 'The namespace does not exist');
  return { ingestJobId, ingestJobRunId, jobs: [job] };
}

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
