import { type Database, Prisma } from '@docfleet/database';
import { cleanDocument } from '@docfleet/queues';
import { createId } from '../database/identifier.ts';
import { pagesById } from '../database/pages-by-id.ts';
import { createOutboxJob, type OutboxJob, outboxRows } from '../outbox/outbox.ts';
import { type ClaimedDocument, leaseMs, rejectWhileWanted } from './claim.ts';
import { endedStatuses } from './transitions.ts';

/** A finished document that is being cleaned, and that no other worker can claim meanwhile. */
export interface DocumentToClean
  extends Pick<ClaimedDocument, 'id' | 'revision' | 'leaseToken' | 'namespaceId' | 'namespaceVersion'> {
  readonly activeRevision: number | null;
  /** The revision whose files hold the visible content; null when there is none. */
  readonly contentRevision: number | null;
  /** Time of the claim by the database's clock. */
  readonly claimedAt: Date;
}

/** Claims a finished document for cleaning. Undefined when it is in progress again: its end requests another cleaning. */
export async function claimForCleaning(
  database: Database,
  documentId: string,
): Promise<DocumentToClean | undefined> {
  const [claimed] = await database.$queryRaw<DocumentToClean[]>`
    UPDATE documents SET "leaseToken" = ${createId()}::uuid, "leaseExpiresAt" = now() + ${leaseMs} * interval '1 millisecond'
    FROM namespaces
    WHERE documents.id = ${documentId}::uuid AND documents.status = ANY(${endedStatuses}::"DocumentStatus"[])
      AND (documents."leaseToken" IS NULL OR documents."leaseExpiresAt" < now())
      AND namespaces.id = documents."namespaceId" AND namespaces.status = 'ACTIVE'
    RETURNING documents.id, documents.revision, documents."leaseToken", documents."namespaceId", documents."activeRevision",
      coalesce(documents."contentRevision", documents."activeRevision") AS "contentRevision",
      namespaces.version AS "namespaceVersion", now() AS "claimedAt"`;
  if (!claimed) await rejectWhileWanted(database, { id: documentId, status: { in: endedStatuses } });
  return claimed;
}

/** Releases a cleaned document. */
export async function releaseCleaned(database: Database, { id, leaseToken }: DocumentToClean): Promise<void> {
  await database.$executeRaw`
    UPDATE documents SET "leaseToken" = NULL, "leaseExpiresAt" = NULL
    WHERE id = ${id}::uuid AND "leaseToken" = ${leaseToken}::uuid`;
}

/**
 * Records that documents are to be cleaned, in the statement that requests it: `documents` is a query of their ids. The record survives
 * the loss of the job with its queue.
 */
export const recordCleaning = (documents: Prisma.Sql): Prisma.Sql => Prisma.sql`
  INSERT INTO document_cleanings ("documentId") ${documents}
  ON CONFLICT ("documentId") DO UPDATE SET "requestedAt" = excluded."requestedAt"`;

/** Deletes the record of a finished cleaning, unless it was requested again since it started. */
export async function endCleaning(
  database: Database,
  { id, claimedAt }: Pick<DocumentToClean, 'id' | 'claimedAt'>,
): Promise<void> {
  await database.$executeRaw`
    DELETE FROM document_cleanings WHERE "documentId" = ${id}::uuid AND "requestedAt" <= ${claimedAt}`;
}

/** Jobs of newer ones are still in the queue. */
const quietForMs = 15_000;
const pageSize = 1_000;

/** Yields jobs for documents at rest whose requested cleaning is not done, in pages; adding a job that is still queued has no effect. */
export async function* findStalledCleanings(database: Database): AsyncGenerator<OutboxJob[]> {
  const pages = pagesById(
    (after) => database.$queryRaw<{ id: string }[]>`
      SELECT "documentId" AS id FROM document_cleanings JOIN documents ON documents.id = "documentId"
      WHERE "requestedAt" < now() - ${quietForMs} * interval '1 millisecond' AND "documentId" > ${after}::uuid
        AND documents.status = ANY(${endedStatuses}::"DocumentStatus"[])
        AND (documents."leaseExpiresAt" IS NULL OR documents."leaseExpiresAt" < now())
      ORDER BY "documentId" LIMIT ${pageSize}`,
  );
  for await (const rows of pages)
    yield rows.map(({ id }) => createOutboxJob(cleanDocument, { documentId: id }));
}

/** The revision of chunks that no content has: vectors that a worker wrote when it had lost its document. */
const disowned = 0;

export interface Disowned {
  /** Whether the writer has to remove its own vectors, because the document is deleted and no cleanup will follow. */
  readonly removeNow: boolean;
  readonly jobs: readonly OutboxJob[];
}

/**
 * For a worker that failed after it began to write. While it holds its lease, the rows that it inserted refer to its vectors. If not,
 * another worker may have deleted those rows, so the vectors are recorded again and a cleaning is requested: only the holder of the
 * document knows which of them a newer content shares. Each record is a new row: a cleaning in progress deletes the rows that it found,
 * and must not mistake a new record for an old one.
 */
export async function recordLostWrites(
  database: Database,
  claim: Pick<ClaimedDocument, 'id' | 'leaseToken'>,
  vectorIds: readonly string[],
): Promise<Disowned> {
  const clean = createOutboxJob(cleanDocument, { documentId: claim.id });
  const [row] = await database.$queryRaw<{ lost: boolean; living: boolean }[]>(Prisma.sql`
    WITH document AS (
      SELECT id, "leaseToken" IS DISTINCT FROM ${claim.leaseToken}::uuid AS lost, "liveKey" IS NOT NULL AS living
      FROM documents WHERE id = ${claim.id}::uuid FOR SHARE
    ), noted AS (
      INSERT INTO chunks ("documentId", revision, ordinal, "vectorId", tokens, start, "end")
      SELECT document.id, ${disowned}, (random() * 2147483647)::int, written.id, 0, 0, 0
      FROM document, unnest(${vectorIds}::text[]) AS written(id) WHERE lost AND living
      ON CONFLICT DO NOTHING
    ), cleaning AS (
      ${recordCleaning(Prisma.sql`SELECT id FROM document WHERE lost AND living`)}
    ), outbox AS (
      INSERT INTO outbox_entries (id, queue, payload)
      SELECT entry.id, entry.queue, entry.payload FROM document, ${outboxRows([clean])} WHERE lost AND living
    )
    SELECT lost, living FROM document`);
  if (!row) return { removeNow: true, jobs: [] };
  return { removeNow: row.lost && !row.living, jobs: row.lost && row.living ? [clean] : [] };
}
