import type { Database, DocumentStatus, IngestJobRunModel } from '@docfleet/database';
import { type NotReadKind, notReadKinds } from '@docfleet/text/not-read';
import { z } from 'zod';
import { isId } from '../database/identifier.ts';
import { unfinishedStatuses } from '../document/transitions.ts';
import { type ItemAccount, readItemAccount } from './item-account.ts';

/** Amount of one kind of content that could not be read in the documents of a run. */
interface NotReadOfRun {
  readonly what: NotReadKind;
  readonly count: number;
  /** The number of documents that lack it. */
  readonly documents: number;
}

// A worker of a newer version may know more kinds.
const kind = z.enum(notReadKinds).catch('OTHER');

/** Counts the parts that the texts of a run's documents lack, by kind, the most frequent first. */
async function countNotRead(database: Database, runId: string): Promise<NotReadOfRun[]> {
  const rows = await database.$queryRaw<NotReadOfRun[]>`
    SELECT part ->> 'what' AS what, sum((part ->> 'count')::bigint)::float AS count, count(*)::int AS documents
    FROM ingest_job_run_documents, jsonb_array_elements("notRead") AS part
    WHERE "ingestJobRunId" = ${runId}::uuid AND "notRead" IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`;
  return rows.map((row) => ({ ...row, what: kind.parse(row.what) }));
}

export interface RunDocument {
  readonly id: string;
  readonly status: DocumentStatus;
  readonly error: string | null;
}

type RunRow = Pick<
  IngestJobRunModel,
  'id' | 'tenantId' | 'status' | 'errorMessage' | 'cancelledAt' | 'createdAt' | 'updatedAt'
>;

export interface RunWithDocuments extends RunRow {
  /** Counts of the source's items by outcome; null when the run reads no source. */
  readonly items: ItemAccount | null;
  /** Documents in the order of their ids, at most `maxListed` of each status. */
  readonly documents: readonly RunDocument[];
  readonly notRead: readonly NotReadOfRun[];
  /** The number of documents by status. */
  readonly counts: Readonly<Partial<Record<DocumentStatus, number>>>;
}

/** Documents that are listed of each status, however many a run has. */
export const maxListed = 1_000;

interface RunPlace {
  readonly namespaceId: string;
  readonly tenantId: string | undefined;
  readonly ingestJobRunId: string;
}

/** Returns a run of a namespace; undefined when there is none that this tenant can see. */
export async function findIngestJobRun(
  database: Database,
  { namespaceId, tenantId, ingestJobRunId }: RunPlace,
): Promise<RunRow | undefined> {
  if (!isId(ingestJobRunId)) return undefined;
  const run = await database.ingestJobRun.findFirst({
    where: { id: ingestJobRunId, namespaceId, ...(tenantId !== undefined && { tenantId }) },
    select: {
      id: true,
      tenantId: true,
      status: true,
      errorMessage: true,
      cancelledAt: true,
      createdAt: true,
      updatedAt: true,
    },
  });
  return run ?? undefined;
}

/** Statuses of documents that a run still works on; they are in that run and in no other. */
const openStatuses: DocumentStatus[] = [...new Set<DocumentStatus>(['BACKLOG', ...unfinishedStatuses])];

/** Counts finished documents by outcome, and unfinished ones by status. */
const countByStatus = (database: Database, runId: string) =>
  database.$queryRaw<{ status: DocumentStatus; ended: boolean; documents: number }[]>`
    SELECT outcome AS status, true AS ended, count(*)::int AS documents FROM ingest_job_run_documents
    WHERE "ingestJobRunId" = ${runId}::uuid AND outcome IS NOT NULL GROUP BY outcome
    UNION ALL
    SELECT status, false, count(*)::int FROM documents
    WHERE "ingestJobRunId" = ${runId}::uuid AND status = ANY(${openStatuses}::"DocumentStatus"[]) GROUP BY status`;

const listEnded = (database: Database, runId: string, outcome: DocumentStatus) =>
  database.$queryRaw<RunDocument[]>`
    SELECT "documentId" AS id, outcome AS status, error FROM ingest_job_run_documents
    WHERE "ingestJobRunId" = ${runId}::uuid AND outcome = ${outcome}::"DocumentStatus" ORDER BY "documentId" LIMIT ${maxListed}`;

const listOpen = (database: Database, runId: string, status: DocumentStatus) =>
  database.$queryRaw<RunDocument[]>`
    SELECT id, status, "ingestionError" AS error FROM documents
    WHERE "ingestJobRunId" = ${runId}::uuid AND status = ${status}::"DocumentStatus" ORDER BY id LIMIT ${maxListed}`;

const sumUp = (counted: Awaited<ReturnType<typeof countByStatus>>) => {
  const counts: Partial<Record<DocumentStatus, number>> = {};
  for (const { status, documents } of counted) counts[status] = (counts[status] ?? 0) + documents;
  return counts;
};

/** Returns a run with the number of documents by status. */
export async function findRunProgress(
  database: Database,
  place: RunPlace,
): Promise<(RunRow & Pick<RunWithDocuments, 'counts'>) | undefined> {
  const run = await findIngestJobRun(database, place);
  return run && { ...run, counts: sumUp(await countByStatus(database, run.id)) };
}

/** Returns a run with its documents: all are counted, and the first of each status listed. */
export async function findRunWithDocuments(
  database: Database,
  place: RunPlace,
): Promise<RunWithDocuments | undefined> {
  const run = await findIngestJobRun(database, place);
  if (!run) return undefined;
  const items = await readItemAccount(database, run.id);
  const counted = await countByStatus(database, run.id);
  const notRead = await countNotRead(database, run.id);
  const lists = await Promise.all(
    counted.map(({ status, ended }) => (ended ? listEnded : listOpen)(database, run.id, status)),
  );
  return { ...run, items, documents: lists.flat(), notRead, counts: sumUp(counted) };
}
