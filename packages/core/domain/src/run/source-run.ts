import type { Database } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { jsonObject } from '../database/json-object.ts';
import { openHeaders } from '../ingest/seal-headers.ts';

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
