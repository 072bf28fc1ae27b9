import type { Database, DatabaseSession, IngestJobRunListing } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { jsonObject } from '../database/columns.ts';
import { sourceJob } from '../ingest/accept-source.ts';
import { openHeaders } from '../ingest/seal-headers.ts';
import type { OutboxJob } from '../outbox/outbox.ts';

/** A request that adds documents updates its run with every batch: after this time without an update it has died. */
const abandonedAfterMs = 60_000;
/** Jobs of newer ones are still in the queue. */
const quietForMs = 15_000;
const maxAtOnce = 1_000;

interface RunEnd {
  /** Reason why the source could not be read, or only in part. */
  readonly errorMessage?: string | null;
  /** The status of the run once its last document has finished; COMPLETED by default. */
  readonly endsAs?: 'COMPLETED' | 'COMPLETED_WITH_ERRORS' | 'FAILED';
}

/**
 * Closes the listings of these runs; runs without unfinished documents complete. Returns how many were still open: none, when they were
 * cancelled meanwhile.
 */
export async function closeListing(
  session: DatabaseSession,
  ingestJobRunIds: readonly string[],
  { errorMessage = null, endsAs = 'COMPLETED' }: RunEnd = {},
): Promise<number> {
  return session.$executeRaw`
    WITH open AS (
      SELECT id FROM ingest_job_runs WHERE id = ANY(${ingestJobRunIds}::uuid[]) AND listing IS NOT NULL ORDER BY id FOR UPDATE
    )
    UPDATE ingest_job_runs
    SET listing = NULL, "errorMessage" = ${errorMessage}, "endsAs" = ${endsAs}::"IngestJobRunStatus",
      "unfinishedDocuments" = "unfinishedDocuments" - 1, "updatedAt" = now(),
      status = CASE WHEN "unfinishedDocuments" <= 1 THEN ${endsAs} WHEN status = 'NEEDS_CONFIRMATION' THEN 'PROCESSING'
        ELSE status::text END::"IngestJobRunStatus"
    FROM open WHERE ingest_job_runs.id = open.id`;
}

async function findQuiet(database: Database, listing: IngestJobRunListing, quietMs: number) {
  return database.$queryRaw<{ id: string; source: string; traceparent: string | null }[]>`
    SELECT run.id, run.traceparent, job.source FROM ingest_job_runs run
      JOIN ingest_jobs job ON job.id = run."ingestJobId" JOIN namespaces ON namespaces.id = run."namespaceId"
    WHERE run.listing = ${listing}::"IngestJobRunListing" AND run."updatedAt" < now() - ${quietMs} * interval '1 millisecond'
      AND namespaces.status = 'ACTIVE'
    ORDER BY run."updatedAt" LIMIT ${maxAtOnce}`;
}

/** Closes runs whose request died while it added documents, so that they complete with the documents added. */
export async function closeAbandonedRuns(database: Database): Promise<void> {
  const runs = await findQuiet(database, 'REQUEST', abandonedAfterMs);
  await closeListing(
    database,
    runs.map((run) => run.id),
  );
}

/** Returns jobs for the runs whose source is still to be listed; adding a job that is queued or running has no effect. */
export async function findStalledRuns(database: Database): Promise<OutboxJob[]> {
  const runs = await findQuiet(database, 'SOURCE', quietForMs);
  return runs.flatMap(({ id, source, traceparent }) => sourceJob(source, id, traceparent) ?? []);
}

/** A run whose source is to be listed, with the options of its job. */
export interface SourceRun {
  readonly id: string;
  readonly ingestJobId: string;
  readonly organizationId: string;
  readonly namespaceId: string;
  readonly tenantId: string | null;
  readonly namespaceVersion: number;
  readonly source: string;
  readonly connectionId: string | null;
  /** The request's `config`, with its headers: for reading the source, never for showing. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly chunkSize: number;
  readonly chunkOverlap: number;
  /** Whether an earlier run of the job may have found documents that this one does not find. */
  readonly isScheduled: boolean;
}

/** Returns a run whose source is still to be listed; undefined when it was listed or cancelled, or its namespace deleted. */
export async function findSourceRun(
  database: Database,
  vault: Vault,
  ingestJobRunId: string,
): Promise<SourceRun | undefined> {
  const run = await database.ingestJobRun.findFirst({
    where: { id: ingestJobRunId, listing: 'SOURCE', namespace: { status: 'ACTIVE' } },
    include: { job: true, namespace: { select: { version: true } } },
  });
  if (!run) return undefined;
  const { id, ingestJobId, organizationId, namespaceId, tenantId, scheduledFor, job, namespace } = run;
  const { source, connectionId, chunkSize, chunkOverlap } = job;
  const stored = jsonObject.parse(job.config);
  const scrapeOptions = openHeaders(vault, ingestJobId, stored['scrapeOptions']);
  const config = { ...stored, ...(scrapeOptions !== undefined && { scrapeOptions }) };
  return {
    id,
    ingestJobId,
    organizationId,
    namespaceId,
    tenantId,
    source,
    connectionId,
    config,
    chunkSize,
    chunkOverlap,
    namespaceVersion: namespace.version,
    isScheduled: scheduledFor !== null,
  };
}

/** Records that a run's source is being listed, so that it does not count as stalled; false when it accepts no more documents. */
export async function keepRunAlive(database: Database, ingestJobRunId: string): Promise<boolean> {
  const alive = await database.$executeRaw`
    UPDATE ingest_job_runs SET "updatedAt" = now(), status = CASE WHEN status = 'QUEUED' THEN 'PRE_PROCESSING' ELSE status END
    WHERE id = ${ingestJobRunId}::uuid AND listing IS NOT NULL`;
  return alive > 0;
}

/** Returns the documents of a run by their external ids; only for runs of a single request. */
export async function findDocumentsOfRun(
  database: Database,
  ingestJobRunId: string,
): Promise<Map<string, string>> {
  const rows = await database.$queryRaw<{ id: string; externalId: string }[]>`
    SELECT documents.id, documents."externalId" FROM ingest_job_run_documents item JOIN documents ON documents.id = item."documentId"
    WHERE item."ingestJobRunId" = ${ingestJobRunId}::uuid`;
  return new Map(rows.map((row) => [row.externalId, row.id]));
}
