import { createId, type Database, documentFilePrefix, type OutboxJob } from '@docfleet/domain';
import { AppError } from '@docfleet/errors';
import type { FileStore } from '@docfleet/file-store';
import type { VectorStore } from '@docfleet/vector-store';

/** Where a deletion is done. */
export const purgeQueue = 'purge-document';

interface Living {
  readonly id: string;
  readonly ingestJobRunId: string;
}

const lockLiving = (session: Pick<Database, '$queryRaw'>, namespaceId: string, externalId: string) =>
  session.$queryRaw<Living[]>`
    SELECT id, "ingestJobRunId" FROM documents
    WHERE "namespaceId" = ${namespaceId}::uuid AND "externalId" = ${externalId} AND "liveKey" IS NOT NULL FOR UPDATE`;

const leaveRun = (session: Pick<Database, '$executeRaw'>, { id, ingestJobRunId }: Living) =>
  session.$executeRaw`
    WITH item AS (
      UPDATE ingest_job_run_documents SET outcome = 'CANCELLED'
      WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid AND "documentId" = ${id}::uuid AND outcome IS NULL RETURNING 1
    )
    UPDATE ingest_job_runs SET "unfinishedDocuments" = "unfinishedDocuments" - 1,
      status = CASE WHEN "unfinishedDocuments" <= 1 THEN 'COMPLETED' ELSE status END
    FROM item WHERE id = ${ingestJobRunId}::uuid`;

const jobFor = (queue: string, payload: object, dedupeKey: string): OutboxJob => ({
  id: createId(),
  queue,
  payload,
  dedupeKey,
});

const writeJob = (session: Pick<Database, '$executeRaw'>, { id, queue, payload, dedupeKey }: OutboxJob) =>
  session.$executeRaw`
    INSERT INTO outbox_entries (id, queue, payload)
    VALUES (${id}::uuid, ${queue}, ${JSON.stringify({ payload, dedupeKey })}::jsonb)`;

/** Hides the living document of an external id and asks for its purge. */
export function deleteDocument(database: Database, namespaceId: string, externalId: string) {
  return database.$transaction(async (session) => {
    const [living] = await lockLiving(session, namespaceId, externalId);
    if (!living) return { found: 0, jobs: [] };
    await session.$executeRaw`
      UPDATE documents SET status = 'QUEUED_FOR_DELETION', "liveKey" = NULL, revision = revision + 1, "updatedAt" = now()
      WHERE id = ${living.id}::uuid`;
    await leaveRun(session, living);
    const job = jobFor(purgeQueue, { documentId: living.id }, living.id);
    await writeJob(session, job);
    return { found: 1, jobs: [job] };
  });
}

/** Gives the living document of an external id a text as its next content, in a run of its own. */
export function updateContent(
  database: Database,
  { namespaceId, externalId }: { namespaceId: string; externalId: string },
  { text, run }: { text: string; run: string },
) {
  return database.$transaction(async (session) => {
    const [living] = await lockLiving(session, namespaceId, externalId);
    if (!living) return { found: 0, jobs: [] };
    await leaveRun(session, living);
    await session.$executeRaw`
      INSERT INTO ingest_job_runs (id, "organizationId", "namespaceId", "ingestJobId", "unfinishedDocuments")
      SELECT ${run}::uuid, "organizationId", "namespaceId", "ingestJobId", 1 FROM documents WHERE id = ${living.id}::uuid`;
    await session.$executeRaw`
      INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId") VALUES (${run}::uuid, ${living.id}::uuid)`;
    const [next] = await session.$queryRaw<{ revision: number }[]>`
      UPDATE documents SET status = 'QUEUED_FOR_UPDATE', stage = 'EMBED', revision = revision + 1, crashes = 0,
        "ingestJobRunId" = ${run}::uuid, "updatedAt" = now()
      WHERE id = ${living.id}::uuid RETURNING revision`;
    const revision = next?.revision ?? 0;
    await session.$executeRaw`
      INSERT INTO document_contents ("documentId", revision, text) VALUES (${living.id}::uuid, ${revision}, ${text})`;
    const payload = { namespaceId, documentId: living.id, revision };
    const job = jobFor('embed-document', payload, `${living.id}:${revision}`);
    await writeJob(session, job);
    return { found: 1, jobs: [job] };
  });
}

const comeBack = () =>
  new AppError('SERVICE_UNAVAILABLE', 'The document is not gone yet', { details: { retryAfterMs: 2_000 } });

async function removeContents(
  database: Database,
  { vectors, files }: { vectors: VectorStore; files: FileStore },
  documentId: string,
): Promise<void> {
  const { signal } = new AbortController();
  const known = await database.$queryRaw<{ vectorId: string }[]>`
    SELECT DISTINCT "vectorId" FROM chunks WHERE "documentId" = ${documentId}::uuid`;
  await vectors.remove(
    known.map((row) => row.vectorId),
    signal,
  );
  const rest = await vectors.idsOfDocument(documentId, signal);
  if (rest.length > 0) await vectors.remove(rest, signal);
  for await (const key of files.list(documentFilePrefix(documentId), signal))
    await files.remove([key], signal);
}

/** Removes a deleted document's vectors, files and rows once no worker has it any more, and verifies that they are gone. */
export async function purgeDocument(
  database: Database,
  { vectors, files }: { vectors: VectorStore; files: FileStore },
  documentId: string,
): Promise<void> {
  const token = createId();
  const claimed = await database.$executeRaw`
    UPDATE documents SET "leaseToken" = ${token}::uuid, "leaseExpiresAt" = now() + interval '10 seconds'
    WHERE id = ${documentId}::uuid AND status = 'QUEUED_FOR_DELETION' AND ("leaseToken" IS NULL OR "leaseExpiresAt" < now())`;
  if (claimed === 0) {
    const left = await database.document.count({ where: { id: documentId } });
    if (left > 0) throw comeBack();
    return;
  }
  try {
    await removeContents(database, { vectors, files }, documentId);
  } catch (error) {
    await database.$executeRaw`
      UPDATE documents SET "leaseToken" = NULL, "leaseExpiresAt" = NULL
      WHERE id = ${documentId}::uuid AND "leaseToken" = ${token}::uuid`;
    throw error;
  }
  await database.$executeRaw`
    WITH document AS (
      DELETE FROM documents WHERE id = ${documentId}::uuid AND "leaseToken" = ${token}::uuid RETURNING id
    ), chunk AS (DELETE FROM chunks WHERE "documentId" IN (SELECT id FROM document))
    DELETE FROM document_contents WHERE "documentId" IN (SELECT id FROM document)`;
}
