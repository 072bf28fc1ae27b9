import { type Database, type DocumentModel, Prisma } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { everyDocument, updateVectorMetadata } from '@docfleet/queues';
import { createOutboxJob, type OutboxJob } from '../outbox/outbox.ts';
import { leaseMs } from './claim.ts';
import { type DocumentRange, inRange, rangeBatchSize } from './in-batches.ts';

/** A document whose vectors are being updated with its new metadata; no other worker writes its vectors meanwhile. */
export interface DocumentWithNewMetadata
  extends Pick<DocumentModel, 'id' | 'revision' | 'namespaceId' | 'metadata' | 'metadataVersion'> {
  readonly leaseToken: string;
  readonly namespaceVersion: number;
  readonly activeRevision: number;
}

const pending = Prisma.sql`
  documents."liveKey" IS NOT NULL AND documents."metadataUpdate" IN ('QUEUED', 'PROCESSING')
  AND (documents."leaseToken" IS NULL OR documents."leaseExpiresAt" < now())`;

/**
 * Claims up to 100 documents of the range, after `after`, that no worker holds, in the order of their ids. A document that is being embedded is left out: its end detects the
 * change. One without visible content is complete: its embedding reads the new metadata.
 */
export async function claimForMetadata(
  database: Database,
  range: DocumentRange,
  after?: string,
): Promise<DocumentWithNewMetadata[]> {
  await database.$executeRaw`
    UPDATE documents SET "metadataUpdate" = 'COMPLETED', "updatedAt" = now()
    WHERE ${inRange(range)} AND ${pending} AND documents."activeRevision" IS NULL`;
  const claimed = await database.$queryRaw<DocumentWithNewMetadata[]>`
    UPDATE documents
    SET "metadataUpdate" = 'PROCESSING', "leaseToken" = gen_random_uuid(),
      "leaseExpiresAt" = now() + ${leaseMs} * interval '1 millisecond', "updatedAt" = now()
    FROM namespaces
    WHERE namespaces.id = documents."namespaceId" AND namespaces.status = 'ACTIVE' AND documents.id IN (
      SELECT documents.id FROM documents WHERE ${inRange(range)} AND ${pending} AND documents."activeRevision" IS NOT NULL
        ${after ? Prisma.sql`AND documents.id > ${after}::uuid` : Prisma.empty}
      ORDER BY documents.id LIMIT ${rangeBatchSize} FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING documents.id, documents.revision, documents."namespaceId", documents.metadata, documents."metadataVersion",
      documents."activeRevision", documents."leaseToken", namespaces.version AS "namespaceVersion"`;
  return claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

type Claimed = Pick<DocumentWithNewMetadata, 'id' | 'leaseToken' | 'metadataVersion'>;

const claimedRows = (claims: readonly Claimed[]) => Prisma.sql`
  unnest(${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ leaseToken }) => leaseToken)}::uuid[],
    ${claims.map(({ metadataVersion }) => metadataVersion)}::int[]) AS claimed(id, token, version)`;

/**
 * Records that the vectors of these documents have the claimed metadata; those whose metadata changed meanwhile are queued again. Returns
 * the ids of those whose claim was still held: the state of the others' vectors is unknown.
 */
export async function completeMetadata(database: Database, claims: readonly Claimed[]): Promise<Set<string>> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    UPDATE documents
    SET "metadataUpdate" = CASE WHEN "metadataVersion" = claimed.version THEN 'COMPLETED' ELSE 'QUEUED' END::"MetadataUpdateStatus",
      embedding = embedding || jsonb_build_object('metadataVersion', claimed.version),
      "leaseToken" = NULL, "leaseExpiresAt" = NULL, "updatedAt" = now()
    FROM ${claimedRows(claims)}
    WHERE documents.id = claimed.id AND documents."leaseToken" = claimed.token AND documents."liveKey" IS NOT NULL
    RETURNING documents.id`;
  return new Set(rows.map(({ id }) => id));
}

/** Releases documents whose vectors could not be updated: permanently (ERROR), or for the next attempt. */
export async function returnMetadata(
  database: Database,
  claims: readonly Claimed[],
  outcome: 'ERROR' | 'PROCESSING',
): Promise<void> {
  await database.$executeRaw`
    UPDATE documents
    SET "metadataUpdate" = CASE WHEN "metadataVersion" = claimed.version THEN ${outcome} ELSE 'QUEUED' END::"MetadataUpdateStatus",
      "leaseToken" = NULL, "leaseExpiresAt" = NULL, "updatedAt" = now()
    FROM ${claimedRows(claims)}
    WHERE documents.id = claimed.id AND documents."leaseToken" = claimed.token`;
}

/** Queues updates again that another worker completed while this one was writing older metadata over theirs. */
export async function requeueMetadata(database: Database, claims: readonly Claimed[]): Promise<void> {
  await database.$executeRaw`
    UPDATE documents SET "metadataUpdate" = 'QUEUED', "updatedAt" = now()
    FROM ${claimedRows(claims)}
    WHERE documents.id = claimed.id AND documents."liveKey" IS NOT NULL AND "metadataVersion" > claimed.version
      AND "metadataUpdate" = 'COMPLETED'`;
}

const retryDelayMs = 2_000;

/**
 * Rejects with a retryable error when another worker holds one of the range: the end of a cleaning does not request the update. A
 * document that is being embedded need not be waited for: its end does.
 */
export async function rejectWhileHeld(database: Database, range: DocumentRange): Promise<void> {
  const [row] = await database.$queryRaw<{ left: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM documents
      WHERE ${inRange(range)} AND "liveKey" IS NOT NULL AND "metadataUpdate" IN ('QUEUED', 'PROCESSING')
        AND NOT (status = 'PROCESSING' AND "leaseExpiresAt" IS NOT NULL AND "leaseExpiresAt" >= now())
    ) AS left`;
  if (row?.left)
    throw new AppError('SERVICE_UNAVAILABLE', 'Another worker still has some of the documents', {
      details: { retryAfterMs: retryDelayMs },
    });
}

/** Fails the rest of a range with ERROR after its job's retries are exhausted. */
export async function failMetadata(database: Database, range: DocumentRange): Promise<void> {
  await database.$executeRaw`
    UPDATE documents SET "metadataUpdate" = 'ERROR', "updatedAt" = now() WHERE ${inRange(range)} AND ${pending}`;
}

/** Jobs of newer ones are still in the queue. */
const quietForMs = 15_000;

/** A job for each namespace in which a change of metadata was left behind. */
export async function findStalledMetadata(database: Database): Promise<OutboxJob[]> {
  const rows = await database.$queryRaw<{ namespaceId: string }[]>`
    SELECT DISTINCT "namespaceId" FROM documents
    WHERE ${pending} AND "updatedAt" < now() - ${quietForMs} * interval '1 millisecond'`;
  return rows.map(({ namespaceId }) =>
    createOutboxJob(updateVectorMetadata, { namespaceId, ...everyDocument, change: everyDocument.first }),
  );
}

/** Counts the documents of a namespace whose vectors do not have their metadata yet. */
export async function countPendingMetadata(database: Database, namespaceId: string): Promise<number> {
  const metadataUpdate = {
    in: ['QUEUED', 'PROCESSING'],
  } satisfies Prisma.DocumentWhereInput['metadataUpdate'];
  return database.document.count({ where: { namespaceId, liveKey: { not: null }, metadataUpdate } });
}
