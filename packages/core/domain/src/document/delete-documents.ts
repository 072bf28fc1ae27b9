import { type Database, type DatabaseSession, type DocumentModel, Prisma } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { everyDocument, purgeDocuments } from '@docfleet/queues';
import { deletingContexts } from '../chunk/contexts.ts';
import { createOutboxJob, type OutboxJob, writeOutbox } from '../outbox/outbox.ts';
import { leaveRuns } from '../run/ended-runs.ts';
import { leaseMs } from './claim.ts';
import {
  type BulkChange,
  type BulkStep,
  changeInBatches,
  type DocumentRange,
  inRange,
  type LockedDocument,
  rangeBatchSize,
} from './in-batches.ts';

/** A deleted document that is being purged, and that no other worker can claim meanwhile. */
export interface DocumentToPurge extends Pick<DocumentModel, 'id' | 'revision' | 'namespaceId'> {
  readonly leaseToken: string;
  readonly namespaceVersion: number;
}

const retryDelayMs = 2_000;

/** Claims up to 100 deleted documents of the range, after `after`, that no worker holds. */
export async function claimForPurge(
  database: Database,
  range: DocumentRange,
  after: string | undefined,
): Promise<DocumentToPurge[]> {
  const claimed = await database.$queryRaw<DocumentToPurge[]>`
    UPDATE documents
    SET "leaseToken" = gen_random_uuid(), "leaseExpiresAt" = now() + ${leaseMs} * interval '1 millisecond', "updatedAt" = now()
    FROM namespaces
    WHERE namespaces.id = documents."namespaceId" AND namespaces.status = 'ACTIVE' AND documents.id IN (
      SELECT documents.id FROM documents
      WHERE ${inRange(range)} AND documents.status = 'QUEUED_FOR_DELETION'
        AND (documents."leaseToken" IS NULL OR documents."leaseExpiresAt" < now())
        ${after ? Prisma.sql`AND documents.id > ${after}::uuid` : Prisma.empty}
      ORDER BY documents.id LIMIT ${rangeBatchSize} FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING documents.id, documents.revision, documents."namespaceId", documents."leaseToken",
      namespaces.version AS "namespaceVersion"`;
  return claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

type Claimed = Pick<DocumentToPurge, 'id' | 'leaseToken'>;

const ids = (claims: readonly Claimed[]) => claims.map(({ id }) => id);
const tokens = (claims: readonly Claimed[]) => claims.map(({ leaseToken }) => leaseToken);

/** Releases documents that are not purged yet. */
export async function releasePurge(database: Database, claims: readonly Claimed[]): Promise<void> {
  await database.$executeRaw`
    UPDATE documents SET "leaseToken" = NULL, "leaseExpiresAt" = NULL, "updatedAt" = now()
    WHERE id = ANY(${ids(claims)}::uuid[]) AND "leaseToken" = ANY(${tokens(claims)}::uuid[])`;
}

/** Deletes the rows of documents whose vectors and files are deleted; their outcomes remain in their runs. */
export async function removePurged(database: Database, claims: readonly Claimed[]): Promise<void> {
  await database.$transaction(async (session) => {
    const purged = await session.$queryRaw<{ id: string }[]>`
      WITH document AS (
        DELETE FROM documents WHERE id = ANY(${ids(claims)}::uuid[]) AND "leaseToken" = ANY(${tokens(claims)}::uuid[]) RETURNING id
      ), chunk AS (DELETE FROM chunks WHERE "documentId" IN (SELECT id FROM document)),
        ${deletingContexts(Prisma.sql`SELECT id FROM document`)},
        content AS (DELETE FROM document_contents WHERE "documentId" IN (SELECT id FROM document))
      SELECT id FROM document`;
    // A statement of its own sees what was being sampled when the documents were deleted; in the order in which samples are written.
    await session.$executeRaw`
      WITH sample AS (
        SELECT "namespaceId", slot FROM keyword_samples WHERE "documentId" = ANY(${purged.map(({ id }) => id)}::uuid[])
        ORDER BY "namespaceId", slot FOR UPDATE
      )
      DELETE FROM keyword_samples USING sample
      WHERE keyword_samples."namespaceId" = sample."namespaceId" AND keyword_samples.slot = sample.slot`;
  });
}

/** Rejects with a retryable error while documents of the range are unpurged. */
export async function rejectUntilPurged(database: Database, range: DocumentRange): Promise<void> {
  const [{ left }] = await database.$queryRaw<[{ left: boolean }]>`
    SELECT EXISTS (SELECT 1 FROM documents WHERE ${inRange(range)} AND status = 'QUEUED_FOR_DELETION') AS left`;
  if (left)
    throw new AppError('SERVICE_UNAVAILABLE', 'Some of the documents are not gone yet', {
      details: { retryAfterMs: retryDelayMs },
    });
}

/** Jobs of newer ones are still in the queue. */
const quietForMs = 15_000;

/** A job for each namespace in which the purge of deleted documents was left behind. */
export async function findUnpurgedDocuments(database: Database): Promise<OutboxJob[]> {
  const rows = await database.$queryRaw<{ namespaceId: string }[]>`
    SELECT DISTINCT "namespaceId" FROM documents
    WHERE status = 'QUEUED_FOR_DELETION' AND "updatedAt" < now() - ${quietForMs} * interval '1 millisecond'
      AND ("leaseExpiresAt" IS NULL OR "leaseExpiresAt" < now())`;
  return rows.map(({ namespaceId }) => createOutboxJob(purgeDocuments, { namespaceId, ...everyDocument }));
}

/** Hides documents that are locked, in order of their ids; returns the jobs that purge them. */
export async function hideDocuments(
  session: DatabaseSession,
  namespaceId: string,
  documents: readonly Pick<LockedDocument, 'id' | 'ingestJobRunId'>[],
): Promise<OutboxJob[]> {
  const ids = documents.map(({ id }) => id);
  // Without a live key no search and no list sees it; a worker that has it loses it by its revision.
  await session.$executeRaw`
    UPDATE documents
    SET status = 'QUEUED_FOR_DELETION', "liveKey" = NULL, revision = revision + 1, "nextSyncAt" = NULL, "updatedAt" = now()
    WHERE id = ANY(${ids}::uuid[])`;
  await leaveRuns(session, documents, 'The document was deleted');
  const [first, last] = [ids.at(0), ids.at(-1)];
  if (!first || !last) return [];
  return [await writeOutbox(session, purgeDocuments, { namespaceId, first, last })];
}

/** Hides all matching documents immediately, regardless of their status. The yielded jobs purge their vectors, files and rows. */
export function deleteDocuments(database: Database, bulk: BulkChange): AsyncGenerator<BulkStep> {
  return changeInBatches(database, bulk, 'document.deleted', (session, documents) =>
    hideDocuments(session, bulk.filter.namespaceId, documents),
  );
}
