import { type Database, type DatabaseSession, type DocumentModel, Prisma } from '@docfleet/database';
import { cleanDocument, maintainVectorStore, purgeDocuments } from '@docfleet/queues';
import { createId } from '../database/identifier.ts';
import { pagesById } from '../database/pages-by-id.ts';
import { recordCleaning } from '../document/cleaning.ts';
import { firstStage, stageJob, unfinishedStatuses } from '../document/transitions.ts';
import { createOutboxJob, type OutboxJob, outboxRows } from '../outbox/outbox.ts';
import { documentsPerPage, isAtRest, isQuiet } from './digest.ts';

export type StuckDocument = Pick<DocumentModel, 'id' | 'status' | 'stage' | 'revision' | 'updatedAt'>;

/**
 * Yields unfinished documents of a namespace without progress for this long and without an outbox entry, in pages. A backlog counts as
 * stuck only when nothing of its namespace is in flight, because then nothing triggers its admission.
 */
export function findStuckDocuments(
  database: Database,
  namespaceId: string,
  quietMs: number,
): AsyncGenerator<StuckDocument[]> {
  const statuses = [...unfinishedStatuses, 'QUEUED_FOR_DELETION'];
  return pagesById((after) =>
    database.$queryRaw<StuckDocument[]>(Prisma.sql`
      SELECT id, status, stage, revision, "updatedAt" FROM documents
      WHERE "namespaceId" = ${namespaceId}::uuid AND status = ANY(${statuses}::"DocumentStatus"[]) AND id > ${after}::uuid
        AND ${isQuiet(quietMs)}
        AND NOT EXISTS (
          SELECT 1 FROM outbox_entries WHERE outbox_entries.payload -> 'payload' ->> 'documentId' = documents.id::text)
        AND (status <> 'BACKLOG' OR NOT EXISTS (
          SELECT 1 FROM documents ahead WHERE ahead."namespaceId" = documents."namespaceId"
            AND ahead.status IN ('QUEUED', 'QUEUED_FOR_RESYNC', 'QUEUED_FOR_UPDATE', 'PROCESSING')))
      ORDER BY id LIMIT ${documentsPerPage}`),
  );
}

/** A connection whose vendor reports changes no longer, because its channels were not renewed in time. */
export interface ExpiredChannels {
  readonly connectionId: string;
  readonly channels: number;
}

/** Finds active connections with a schedule whose channels have expired; of the last `quietMs` nothing is judged. */
export const findExpiredChannels = (
  database: Database,
  namespaceId: string,
  quietMs: number,
): Promise<ExpiredChannels[]> =>
  database.$queryRaw<ExpiredChannels[]>`
    SELECT channel."connectionId", count(*)::int AS channels
    FROM notification_channels channel JOIN connections ON connections.id = channel."connectionId"
    WHERE channel."namespaceId" = ${namespaceId}::uuid AND connections.status = 'ACTIVE'
      AND channel."expiresAt" < now() - ${quietMs} * interval '1 millisecond'
    GROUP BY channel."connectionId" ORDER BY channel."connectionId"`;

/** A document and its namespace. */
interface Place {
  readonly namespaceId: string;
  readonly documentId: string;
}

const writeJobs = (database: Database, jobs: readonly OutboxJob[]) =>
  database.$executeRaw(Prisma.sql`
  INSERT INTO outbox_entries (id, queue, payload) SELECT entry.id, entry.queue, entry.payload FROM ${outboxRows(jobs)}`);

/** Enqueues the work of a stalled document again, which is idempotent. */
export async function requestWork(
  database: Database,
  namespaceId: string,
  { id, status, stage, revision }: StuckDocument,
): Promise<void> {
  const job =
    status === 'QUEUED_FOR_DELETION'
      ? createOutboxJob(purgeDocuments, { namespaceId, first: id, last: id })
      : stageJob(stage, { namespaceId, id, revision });
  await writeJobs(database, [job]);
}

/** Requests a maintenance of a namespace's stores, which removes deleted data from their files. */
export const requestMaintenance = (database: Database, namespaceId: string): Promise<unknown> =>
  writeJobs(database, [createOutboxJob(maintainVectorStore, { namespaceId })]);

/** Requests the cleaning of previous contents of a document, and of these vectors, which belong to no content. */
export async function requestCleaning(
  database: Database,
  { documentId }: Pick<Place, 'documentId'>,
  unknownVectors: readonly string[] = [],
): Promise<void> {
  const clean = createOutboxJob(cleanDocument, { documentId });
  await database.$executeRaw(Prisma.sql`
    WITH document AS (SELECT id FROM documents WHERE id = ${documentId}::uuid AND "liveKey" IS NOT NULL FOR SHARE),
    noted AS (
      INSERT INTO chunks ("documentId", revision, ordinal, "vectorId", tokens, start, "end")
      SELECT document.id, 0, (random() * 2147483647)::int, unknown.id, 0, 0, 0
      FROM document, unnest(${unknownVectors}::text[]) AS unknown(id) ON CONFLICT DO NOTHING
    ), cleaning AS (${recordCleaning(Prisma.sql`SELECT id FROM document`)})
    INSERT INTO outbox_entries (id, queue, payload) SELECT entry.id, entry.queue, entry.payload FROM document, ${outboxRows([clean])}`);
}

type Content = Pick<DocumentModel, 'revision' | 'documentType' | 'ingestionSource'>;

/** Creates a revision of the same content, or of the current content of its source, in a new run of its job. */
async function startRevision(
  session: DatabaseSession,
  { namespaceId, documentId }: Place,
  { revision, stage, status }: { revision: number; stage: StuckDocument['stage']; status: string },
): Promise<void> {
  const runId = createId();
  const job = stageJob(stage, { namespaceId, id: documentId, revision });
  await session.$executeRaw(Prisma.sql`
    WITH document AS (
      UPDATE documents
      SET revision = ${revision}, "reembedRevision" = CASE WHEN ${stage} = 'EMBED' THEN ${revision}::int END,
        status = ${status}::"DocumentStatus", stage = ${stage}::"DocumentStage", crashes = 0, "errorCode" = NULL, "ingestionError" = NULL,
        "lastFetch" = NULL, "contentHash" = NULL, "ingestJobRunId" = ${runId}::uuid, "updatedAt" = now()
      WHERE id = ${documentId}::uuid
      RETURNING id, "organizationId", "namespaceId", "tenantId", "ingestJobId"
    ), run AS (
      INSERT INTO ingest_job_runs (id, "organizationId", "namespaceId", "tenantId", "ingestJobId", "unfinishedDocuments")
      SELECT ${runId}::uuid, "organizationId", "namespaceId", "tenantId", "ingestJobId", 1 FROM document
    ), item AS (
      INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId") SELECT ${runId}::uuid, id FROM document
    )
    INSERT INTO outbox_entries (id, queue, payload) SELECT entry.id, entry.queue, entry.payload FROM document, ${outboxRows([job])}`);
}

/**
 * Requests that a document's visible content is embedded again because its store lacks these vectors; stored vectors are reused. Lost
 * content is read from its source again; a document that came with a request fails with an error that explains it. Returns false when the
 * document is no longer at rest.
 */
export async function requestContent(
  database: Database,
  { namespaceId, documentId }: Place,
  { missingVectors, contentLost }: { missingVectors: readonly string[]; contentLost: boolean },
): Promise<boolean> {
  return database.$transaction(async (session) => {
    const [current] = await session.$queryRaw<Content[]>`
      SELECT revision, "documentType", "ingestionSource" FROM documents
      WHERE id = ${documentId}::uuid AND "namespaceId" = ${namespaceId}::uuid AND "activeRevision" IS NOT NULL AND ${isAtRest(0)}
      FOR UPDATE`;
    if (!current) return false;
    // The row states that the vector is stored: without the row the embedder creates the vector again.
    await session.$executeRaw`
      DELETE FROM chunks WHERE "documentId" = ${documentId}::uuid AND "vectorId" = ANY(${missingVectors}::text[])`;
    const source = contentLost ? firstStage(current) : undefined;
    const status = source ? 'QUEUED_FOR_RESYNC' : 'QUEUED_FOR_UPDATE';
    await startRevision(
      session,
      { namespaceId, documentId },
      { revision: current.revision + 1, stage: source ?? 'EMBED', status },
    );
    return true;
  });
}
