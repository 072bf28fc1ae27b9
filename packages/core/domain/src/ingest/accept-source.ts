import type { DatabaseSession, SyncFrequency } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { currentTraceparent } from '@docfleet/runtime/tracing';
import type { Vault } from '@docfleet/secrets';
import { createId } from '../database/identifier.ts';
import { requireRoom } from '../organization/require-room.ts';
import { type OutboxJob, outboxRows } from '../outbox/outbox.ts';
import { sealHeaders } from './seal-headers.ts';
import { sourceJob } from './source-queue.ts';

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
