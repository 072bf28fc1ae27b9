import { type Database, type DocumentStatus, type IngestJobRunModel, Prisma } from '@docfleet/database';
import { isId } from '../identifier.ts';

export interface RunDocument {
  readonly id: string;
  readonly status: DocumentStatus;
  readonly error: string | null;
}

type RunRow = Pick<
  IngestJobRunModel,
  'id' | 'tenantId' | 'status' | 'errorMessage' | 'createdAt' | 'updatedAt'
>;

export interface RunWithDocuments extends RunRow {
  /** At most `mostListed` of each status, in order of id. */
  readonly documents: readonly RunDocument[];
  /** How many documents there are of each status. */
  readonly counts: Readonly<Partial<Record<DocumentStatus, number>>>;
}

/** Documents that are listed of each status, however many a run has. */
export const mostListed = 1_000;

interface RunPlace {
  readonly namespaceId: string;
  readonly tenantId: string | undefined;
  readonly ingestJobRunId: string;
}

/** A run of a namespace; undefined when there is none that this tenant may see. */
export async function findIngestJobRun(
  database: Database,
  { namespaceId, tenantId, ingestJobRunId }: RunPlace,
): Promise<RunRow | undefined> {
  if (!isId(ingestJobRunId)) return undefined;
  const run = await database.ingestJobRun.findFirst({
    where: { id: ingestJobRunId, namespaceId, ...(tenantId !== undefined && { tenantId }) },
    select: { id: true, tenantId: true, status: true, errorMessage: true, createdAt: true, updatedAt: true },
  });
  return run ?? undefined;
}

/** What became of the run's documents; those that it still works on have the status of the document itself. */
const runItems = (runId: string) => Prisma.sql`
  SELECT item."documentId" AS id, coalesce(item.outcome, documents.status, 'CANCELLED') AS status,
    coalesce(item.error, CASE WHEN item.outcome IS NULL THEN documents."ingestionError" END) AS error
  FROM ingest_job_run_documents item
    LEFT JOIN documents ON item.outcome IS NULL AND documents.id = item."documentId"
  WHERE item."ingestJobRunId" = ${runId}::uuid`;

/** The same with what became of its documents: all are counted, and the first of each status are listed. */
export async function findRunWithDocuments(
  database: Database,
  place: RunPlace,
): Promise<RunWithDocuments | undefined> {
  const run = await findIngestJobRun(database, place);
  if (!run) return undefined;
  const counted = await database.$queryRaw<{ status: DocumentStatus; documents: number }[]>`
    SELECT status, count(*)::int AS documents FROM (${runItems(run.id)}) items GROUP BY status`;
  const lists = await Promise.all(
    counted.map(
      ({ status }) => database.$queryRaw<RunDocument[]>`
        SELECT id, status, error FROM (${runItems(run.id)}) items WHERE status = ${status}::"DocumentStatus"
        ORDER BY id LIMIT ${mostListed}`,
    ),
  );
  const counts = Object.fromEntries(counted.map(({ status, documents }) => [status, documents]));
  return { ...run, documents: lists.flat(), counts };
}
