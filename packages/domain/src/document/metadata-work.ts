import { type Database, type DocumentModel, Prisma } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { everyDocument, updateVectorMetadata } from '@docfleet/queues';
import { createOutboxJob, type OutboxJob } from '../outbox/outbox.ts';
import { leaseMs } from './claim.ts';
import { type DocumentRange, inRange, rangeBatchSize } from './document-range.ts';

/** A document whose vectors are to get its new metadata; nobody else writes vectors of it meanwhile. */
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
 * Takes up to 100 documents of the range that nobody works on. One that somebody embeds is left out: the end of that work sees
 * that the metadata has changed meanwhile. One without visible content is done: whoever embeds it reads the new metadata.
 */
export async function claimForMetadata(
  database: Database,
  range: DocumentRange,
): Promise<DocumentWithNewMetadata[]> {
  await database.$executeRaw`
    UPDATE documents SET "metadataUpdate" = 'COMPLETED', "updatedAt" = now()
    WHERE ${inRange(range)} AND ${pending} AND documents."activeRevision" IS NULL`;
  return database.$queryRaw<DocumentWithNewMetadata[]>`
    UPDATE documents
    SET "metadataUpdate" = 'PROCESSING', "leaseToken" = gen_random_uuid(),
      "leaseExpiresAt" = now() + ${leaseMs} * interval '1 millisecond', "updatedAt" = now()
    FROM namespaces
    WHERE namespaces.id = documents."namespaceId" AND namespaces.status = 'ACTIVE' AND documents.id IN (
      SELECT documents.id FROM documents WHERE ${inRange(range)} AND ${pending} AND documents."activeRevision" IS NOT NULL
      ORDER BY documents.id LIMIT ${rangeBatchSize} FOR UPDATE SKIP LOCKED)
    RETURNING documents.id, documents.revision, documents."namespaceId", documents.metadata, documents."metadataVersion",
      documents."activeRevision", documents."leaseToken", namespaces.version AS "namespaceVersion"`;
}

type Claimed = Pick<DocumentWithNewMetadata, 'id' | 'leaseToken' | 'metadataVersion'>;

const claimedRows = (claims: readonly Claimed[]) => Prisma.sql`
  unnest(${claims.map(({ id }) => id)}::uuid[], ${claims.map(({ leaseToken }) => leaseToken)}::uuid[],
    ${claims.map(({ metadataVersion }) => metadataVersion)}::int[]) AS claimed(id, token, version)`;

/**
 * Notes that the vectors of these carry the metadata that was claimed; one whose metadata changed meanwhile waits again. Gives
 * the ids of those that were still ours: what became of the others' vectors is not known.
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

/** Gives documents back whose vectors could not be written: for good (ERROR), or to be taken up by the next attempt. */
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

/** Lets those wait again that another worker had finished while we were writing older metadata over it. */
export async function requeueMetadata(database: Database, claims: readonly Claimed[]): Promise<void> {
  await database.$executeRaw`
    UPDATE documents SET "metadataUpdate" = 'QUEUED', "updatedAt" = now()
    FROM ${claimedRows(claims)}
    WHERE documents.id = claimed.id AND documents."liveKey" IS NOT NULL AND "metadataVersion" > claimed.version
      AND "metadataUpdate" = 'COMPLETED'`;
}

const comeBackAfterMs = 2_000;

/**
 * Rejects, to be looked at again soon, when one of the range was in other hands: whoever cleans a document asks for nothing when it
 * is done. One that is being embedded need not be waited for: its end asks.
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
      details: { retryAfterMs: comeBackAfterMs },
    });
}

/** Ends what is left of a range as ERROR, when its job is not tried again. */
export async function failMetadata(database: Database, range: DocumentRange): Promise<void> {
  await database.$executeRaw`
    UPDATE documents SET "metadataUpdate" = 'ERROR', "updatedAt" = now() WHERE ${inRange(range)} AND ${pending}`;
}

/** Younger ones are on their way. */
const quietForMs = 15_000;

/** A job for each namespace in which a change of metadata was left behind. */
export async function findForgottenMetadata(database: Database): Promise<OutboxJob[]> {
  const rows = await database.$queryRaw<{ namespaceId: string }[]>`
    SELECT DISTINCT "namespaceId" FROM documents
    WHERE ${pending} AND "updatedAt" < now() - ${quietForMs} * interval '1 millisecond'`;
  return rows.map(({ namespaceId }) =>
    createOutboxJob(updateVectorMetadata, { namespaceId, ...everyDocument, change: everyDocument.first }),
  );
}
