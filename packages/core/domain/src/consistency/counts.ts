import { type Database, type IngestJobRunStatus, Prisma } from '@docfleet/database';
import { pagesById } from '../database/pages-by-id.ts';
import { unfinishedStatuses } from '../document/transitions.ts';
import { hasRunEnded, isEndedRun } from '../run/ended-runs.ts';
import { documentsPerPage } from './digest.ts';

const kind = Prisma.raw('"namespaceId", "tenantId", status, "ingestionSource", "documentType"');

/** The differences between stored and actual counts by kind of documents. One statement reads both in one snapshot. */
const differences = (namespaceId: string) => Prisma.sql`
  SELECT ${kind}, sum(change)::int AS change FROM (
    SELECT ${kind}, count(*) AS change FROM documents
    WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL GROUP BY ${kind}
    UNION ALL
    SELECT ${kind}, -sum(count) FROM document_counts WHERE "namespaceId" = ${namespaceId}::uuid GROUP BY ${kind}
  ) AS changes
  GROUP BY ${kind} HAVING sum(change) <> 0`;

export interface CountDifference {
  readonly tenantId: string | null;
  readonly status: string;
  readonly ingestionSource: string;
  readonly documentType: string;
  /** Documents that exist in addition to the stored count. */
  readonly change: number;
}

/** Returns the kinds of documents whose stored count is wrong. */
export function findWrongCounts(database: Database, namespaceId: string): Promise<CountDifference[]> {
  return database.$queryRaw<CountDifference[]>(differences(namespaceId));
}

/** Adds the differences to the stored counts; concurrent changes are counted by their own statements. */
export async function correctCounts(database: Database, namespaceId: string): Promise<void> {
  await database.$executeRaw(Prisma.sql`
    INSERT INTO document_counts (${kind}, count) ${differences(namespaceId)}`);
}

/** A run that counts other documents than it has. */
export interface RunDiscrepancy {
  readonly id: string;
  readonly status: IngestJobRunStatus;
  /** The count in the run's row. */
  readonly counted: number;
  /** The actual count. */
  readonly unfinished: number;
  /** Documents that it waits for, and that do not work for it any more. */
  readonly lost: number;
}

/** Whether the run waits for a document that is no longer part of it. */
const isLost = Prisma.sql`NOT EXISTS (
  SELECT 1 FROM documents WHERE documents.id = item."documentId" AND documents."ingestJobRunId" = item."ingestJobRunId"
    AND documents.status = ANY(${unfinishedStatuses}::"DocumentStatus"[]))`;

/** Yields quiet runs with a wrong count, in pages. Runs of re-embeddings also count their listing, and are excluded. */
export async function* findWrongRuns(
  database: Database,
  namespaceId: string,
  quietMs: number,
): AsyncGenerator<RunDiscrepancy[]> {
  const pages = pagesById((after) =>
    database.$queryRaw<(RunDiscrepancy & { quiet: boolean })[]>(Prisma.sql`
      WITH page AS (
        SELECT run.* FROM ingest_job_runs run JOIN ingest_jobs job ON job.id = run."ingestJobId" AND job.source <> 'REEMBEDDING'
        WHERE run."namespaceId" = ${namespaceId}::uuid AND run.id > ${after}::uuid ORDER BY run.id LIMIT ${documentsPerPage}
      )
      SELECT page.id, page.status, page."unfinishedDocuments" AS counted,
        (page.listing IS NOT NULL)::int + items.waiting AS unfinished, items.lost,
        page."updatedAt" <= now() - ${quietMs} * interval '1 millisecond' AS quiet
      FROM page CROSS JOIN LATERAL (
        SELECT count(*)::int AS waiting, count(*) FILTER (WHERE ${isLost})::int AS lost
        FROM ingest_job_run_documents item WHERE item."ingestJobRunId" = page.id AND item.outcome IS NULL
      ) AS items ORDER BY page.id`),
  );
  for await (const rows of pages) {
    const wrong = rows.filter(
      ({ quiet, counted, unfinished, lost, status }) =>
        quiet && (counted !== unfinished || lost > 0 || hasRunEnded(status) !== (unfinished === 0)),
    );
    if (wrong.length > 0) yield wrong.map(({ quiet: _, ...row }) => row);
  }
}

/** Removes the lost documents from a run; it is COMPLETED when none is left. */
export async function correctRun(database: Database, runId: string): Promise<void> {
  await database.$transaction(async (session) => {
    await session.$queryRaw`SELECT id FROM ingest_job_runs WHERE id = ${runId}::uuid FOR UPDATE`;
    await session.$executeRaw(Prisma.sql`
      UPDATE ingest_job_run_documents item SET outcome = 'CANCELLED', error = 'The document was lost to this run'
      WHERE item."ingestJobRunId" = ${runId}::uuid AND item.outcome IS NULL AND ${isLost}`);
    await session.$executeRaw`
      UPDATE ingest_job_runs SET "unfinishedDocuments" = waiting.count, "updatedAt" = now(),
        status = CASE WHEN waiting.count = 0 THEN "endsAs" WHEN ${isEndedRun(Prisma.sql`status`)} THEN 'PROCESSING' ELSE status END::"IngestJobRunStatus"
      FROM (
        SELECT (run.listing IS NOT NULL)::int + (SELECT count(*)::int FROM ingest_job_run_documents
          WHERE "ingestJobRunId" = run.id AND outcome IS NULL) AS count
        FROM ingest_job_runs run WHERE run.id = ${runId}::uuid
      ) AS waiting
      WHERE id = ${runId}::uuid`;
  });
}
