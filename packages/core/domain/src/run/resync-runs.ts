import type { DatabaseSession, IngestJobRunListing } from '@docfleet/database';
import { currentTraceparent } from '@docfleet/runtime/tracing';
import { createId } from '../database/identifier.ts';

/** Counts documents by job. */
export function countByJob(documents: readonly { readonly ingestJobId: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { ingestJobId } of documents) counts.set(ingestJobId, (counts.get(ingestJobId) ?? 0) + 1);
  return counts;
}

/** Adds to the document counts of runs that are still listing; returns their ids. */
async function growRuns(session: DatabaseSession, grown: readonly (readonly [string, number])[]) {
  const ids = grown.map(([runId]) => runId);
  const open = await session.$queryRaw<{ id: string }[]>`
    SELECT id FROM ingest_job_runs WHERE id = ANY(${ids}::uuid[]) AND listing IS NOT NULL ORDER BY id FOR UPDATE`;
  await session.$executeRaw`
    UPDATE ingest_job_runs SET "unfinishedDocuments" = "unfinishedDocuments" + grown.documents, "updatedAt" = now()
    FROM unnest(${ids}::uuid[], ${grown.map(([, documents]) => documents)}::int[]) AS grown(id, documents)
    WHERE ingest_job_runs.id = grown.id AND listing IS NOT NULL`;
  return new Set(open.map((run) => run.id));
}

/**
 * Creates a run for each job, with the given number of unfinished documents, or uses the one in `known` while it is open. With a listing,
 * more can follow until it is closed. Returns each job's run.
 */
export async function openResyncRuns(
  session: DatabaseSession,
  counts: ReadonlyMap<string, number>,
  { known, listing }: { known?: ReadonlyMap<string, string>; listing: IngestJobRunListing | null },
): Promise<Map<string, string>> {
  const grown = [...counts].flatMap(([jobId, documents]) => {
    const runId = known?.get(jobId);
    return runId ? [[runId, documents] as const] : [];
  });
  const open = grown.length > 0 ? await growRuns(session, grown) : new Set<string>();
  const runOfJob = new Map<string, string>();
  const fresh: { jobId: string; runId: string; unfinished: number }[] = [];
  for (const [jobId, documents] of counts) {
    const knownId = known?.get(jobId);
    const runId = knownId && open.has(knownId) ? knownId : createId();
    runOfJob.set(jobId, runId);
    if (runId !== knownId) fresh.push({ jobId, runId, unfinished: documents + (listing ? 1 : 0) });
  }
  await session.$executeRaw`
    INSERT INTO ingest_job_runs (id, "organizationId", "namespaceId", "tenantId", "ingestJobId", listing, "unfinishedDocuments",
      traceparent)
    SELECT fresh.id, job."organizationId", job."namespaceId", job."tenantId", job.id, ${listing}::"IngestJobRunListing", fresh.unfinished,
      ${currentTraceparent() ?? null}
    FROM unnest(${fresh.map((run) => run.runId)}::uuid[], ${fresh.map((run) => run.jobId)}::uuid[],
      ${fresh.map((run) => run.unfinished)}::int[]) AS fresh(id, "jobId", unfinished)
      JOIN ingest_jobs job ON job.id = fresh."jobId"`;
  return runOfJob;
}
