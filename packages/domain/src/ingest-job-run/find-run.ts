import type { Database, DocumentStatus, IngestJobRunModel } from '@docfleet/database';
import { isId } from '../identifier.ts';

export interface RunDocument {
  readonly id: string;
  readonly status: DocumentStatus;
  readonly error: string | null;
}

export interface RunWithDocuments
  extends Pick<IngestJobRunModel, 'id' | 'status' | 'errorMessage' | 'createdAt' | 'updatedAt'> {
  readonly documents: readonly RunDocument[];
}

/** A run of a namespace with what became of each of its documents; undefined when there is none that this tenant may see. */
export async function findIngestJobRun(
  database: Database,
  {
    namespaceId,
    tenantId,
    ingestJobRunId,
  }: { namespaceId: string; tenantId: string | undefined; ingestJobRunId: string },
): Promise<RunWithDocuments | undefined> {
  if (!isId(ingestJobRunId)) return undefined;
  const run = await database.ingestJobRun.findFirst({
    where: { id: ingestJobRunId, namespaceId, ...(tenantId !== undefined && { tenantId }) },
    select: { id: true, status: true, errorMessage: true, createdAt: true, updatedAt: true },
  });
  if (!run) return undefined;
  const documents = await database.$queryRaw<RunDocument[]>`
    SELECT item."documentId" AS id, coalesce(item.outcome, documents.status, 'CANCELLED') AS status,
      coalesce(item.error, CASE WHEN item.outcome IS NULL THEN documents."ingestionError" END) AS error
    FROM ingest_job_run_documents item LEFT JOIN documents ON documents.id = item."documentId"
    WHERE item."ingestJobRunId" = ${run.id}::uuid
    ORDER BY item."documentId"`;
  return { ...run, documents };
}
