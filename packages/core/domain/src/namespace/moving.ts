import { type Database, type DatabaseSession, type DocumentModel, Prisma } from '@docfleet/database';
import { cleanDocument, updateVectorMetadata } from '@docfleet/queues';
import { retryDeadlocks } from '../database/failures.ts';
import { createId } from '../database/identifier.ts';
import { leaseMs } from '../document/claim.ts';
import { recordCleaning } from '../document/cleaning.ts';
import { inGeneration } from '../document/leases.ts';
import { stageJob } from '../document/transitions.ts';
import { createOutboxJob, type OutboxJob, outboxPayload } from '../outbox/outbox.ts';
import { inPreviousGeneration, isCancelled, outsideOf, type Reembedding } from './reembedding.ts';

/** A document whose visible content may go to the next generation as it is. */
export interface MovableDocument
  extends Pick<
    DocumentModel,
    | 'id'
    | 'namespaceId'
    | 'name'
    | 'tenantId'
    | 'ingestionSource'
    | 'documentType'
    | 'metadata'
    | 'metadataVersion'
    | 'embedding'
  > {
  readonly embeddingCount: number;
  readonly chunkSize: number;
  readonly chunkOverlap: number;
}

/** A document that a worker moves: it holds its lease. */
export interface MovingDocument extends MovableDocument {
  readonly revision: number;
  readonly leaseToken: string;
  /** The new generation. */
  readonly generation: number;
  /** Vectors of the new revision, by their ids in the new generation. */
  readonly vectorIds: readonly string[];
}

interface Limits {
  readonly documents: number;
  /** Chunks of a batch, and of a document that is a batch by itself. */
  readonly chunks: number;
  readonly chunksOfOne: number;
}

/** Finds and locks documents at rest, in the order of their ids, up to the limits; the first may have more chunks than fit into a batch. */
async function lockMovable(
  session: DatabaseSession,
  reembedding: Reembedding,
  { documents, chunks, chunksOfOne }: Limits,
): Promise<MovableDocument[]> {
  const found = await session.$queryRaw<MovableDocument[]>`
    SELECT documents.id, documents."namespaceId", documents.name, documents."tenantId", documents."ingestionSource", documents."documentType",
      documents.metadata, documents."metadataVersion", documents.embedding, documents."embeddingCount", job."chunkSize", job."chunkOverlap"
    FROM documents JOIN ingest_jobs job ON job.id = documents."ingestJobId"
    WHERE ${inPreviousGeneration(reembedding)} AND documents.generation = ${reembedding.generation - 1}
      AND ${outsideOf(reembedding)} AND NOT ${isCancelled(reembedding)} AND ${inGeneration(reembedding)}
      AND documents.status = 'SUCCESS' AND documents."activeRevision" IS NOT NULL AND documents."leaseToken" IS NULL
      AND documents."embeddingCount" BETWEEN 1 AND ${chunksOfOne}
    ORDER BY documents.id LIMIT ${documents} FOR NO KEY UPDATE OF documents SKIP LOCKED`;
  let sum = 0;
  return found.filter(({ embeddingCount }, index) => {
    sum += embeddingCount;
    return index === 0 || sum <= chunks;
  });
}

/** Creates a revision of documents without new content, in the hands of the caller, and inserts its chunks, whose vectors are not stored yet. */
const claiming = ({ ingestJobRunId, generation }: Reembedding, ids: readonly string[]) => Prisma.sql`
  WITH document AS (
    UPDATE documents
    SET revision = revision + 1, "reembedRevision" = revision + 1, status = 'PROCESSING', stage = 'EMBED', crashes = 0,
      "errorCode" = NULL, "ingestionError" = NULL, "ingestJobRunId" = ${ingestJobRunId}::uuid, "updatedAt" = now(),
      "leaseToken" = gen_random_uuid(), "leaseExpiresAt" = now() + ${leaseMs} * interval '1 millisecond'
    WHERE id = ANY(${ids}::uuid[]) RETURNING id, revision, "activeRevision", "leaseToken"
  ), item AS (
    INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId") SELECT ${ingestJobRunId}::uuid, id FROM document
  ), run AS (
    UPDATE ingest_job_runs
    SET "unfinishedDocuments" = "unfinishedDocuments" + (SELECT count(*) FROM document), status = 'PROCESSING', "updatedAt" = now()
    WHERE id = ${ingestJobRunId}::uuid
  ), context AS (
    UPDATE chunk_contexts SET revision = document.revision
    FROM document WHERE "documentId" = document.id AND chunk_contexts.revision = document."activeRevision"
  ), chunk AS (
    INSERT INTO chunks ("documentId", revision, ordinal, "vectorId", tokens, start, "end", location)
    SELECT document.id, document.revision, ordinal,
      document.id || '#' || ${generation}::int || ':' || regexp_replace(split_part("vectorId", '#', 2), '^[0-9]+:', ''),
      tokens, start, "end", location
    FROM document JOIN chunks ON "documentId" = document.id AND chunks.revision = document."activeRevision"
    RETURNING "documentId", "vectorId"
  )
  SELECT id, revision, "leaseToken", array_agg("vectorId") AS "vectorIds"
  FROM document JOIN chunk ON "documentId" = document.id GROUP BY id, revision, "leaseToken"`;

/**
 * Claims documents of the previous generation that `accepts` takes, up to the limits, to be moved as they are. A caller that dies leaves documents in progress, which are embedded like others when their lease has expired.
 */
export async function claimMovable(
  database: Database,
  reembedding: Reembedding,
  limits: Limits,
  accepts: (document: MovableDocument) => boolean,
): Promise<MovingDocument[]> {
  return database.$transaction(async (session) => {
    // A cancellation waits for this transaction, and then finds what it has claimed.
    await session.$queryRaw`SELECT 1 FROM ingest_job_runs WHERE id = ${reembedding.ingestJobRunId}::uuid FOR UPDATE`;
    const movable = (await lockMovable(session, reembedding, limits)).filter(accepts);
    if (movable.length === 0) return [];
    const ids = movable.map(({ id }) => id);
    const claimed = await session.$queryRaw<
      Pick<MovingDocument, 'id' | 'revision' | 'leaseToken' | 'vectorIds'>[]
    >(claiming(reembedding, ids));
    const byId = new Map(claimed.map((claim) => [claim.id, claim]));
    return movable.flatMap((document) => {
      const claim = byId.get(document.id);
      return claim ? [{ ...document, ...claim, generation: reembedding.generation }] : [];
    });
  });
}

const claims = (documents: readonly MovingDocument[]) => Prisma.sql`
  unnest(${documents.map(({ id }) => id)}::uuid[], ${documents.map(({ revision }) => revision)}::int[],
    ${documents.map(({ leaseToken }) => leaseToken)}::uuid[], ${documents.map(({ metadataVersion }) => metadataVersion)}::int[])
    AS claim(id, revision, token, metadata)`;

interface Ended {
  readonly id: string;
  readonly isUnclean: boolean;
  readonly isOutdated: boolean;
}

async function insertJobs(session: DatabaseSession, jobs: readonly OutboxJob[]): Promise<void> {
  const data = jobs.map((job) => ({ id: job.id, queue: job.queue, payload: outboxPayload(job) }));
  if (data.length > 0) await session.outboxEntry.createMany({ data });
}

const ending = (reembedding: Reembedding, documents: readonly MovingDocument[]) => Prisma.sql`
  WITH document AS (
    UPDATE documents
    SET status = 'SUCCESS', "activeRevision" = documents.revision, generation = ${reembedding.generation}, "previousRevision" = "activeRevision",
      "contentRevision" = coalesce("contentRevision", "activeRevision"), "leaseToken" = NULL, "leaseExpiresAt" = NULL, crashes = 0,
      embedding = jsonb_set(embedding, '{metadataVersion}', to_jsonb(claim.metadata)), "updatedAt" = now(),
      "metadataUpdate" = CASE WHEN "metadataUpdate" IS NULL THEN NULL
        WHEN "metadataVersion" = claim.metadata THEN 'COMPLETED' ELSE 'QUEUED' END::"MetadataUpdateStatus"
    FROM ${claims(documents)}
    WHERE documents.id = claim.id AND documents.revision = claim.revision AND documents."leaseToken" = claim.token AND ${inGeneration(reembedding)}
    RETURNING documents.id, documents."ingestJobRunId", documents."activeRevision", documents."previousRevision",
      documents."metadataUpdate", documents."notRead"
  ), item AS (
    UPDATE ingest_job_run_documents
    SET outcome = 'SUCCESS', error = NULL, "isUnchanged" = false, "notRead" = count_not_read(document."notRead")
    FROM document
    WHERE ingest_job_run_documents."ingestJobRunId" = document."ingestJobRunId"
      AND ingest_job_run_documents."documentId" = document.id AND outcome IS NULL
    RETURNING 1
  ), run AS (
    UPDATE ingest_job_runs
    SET "unfinishedDocuments" = "unfinishedDocuments" - (SELECT count(*) FROM item), "updatedAt" = now(),
      status = CASE WHEN "unfinishedDocuments" <= (SELECT count(*) FROM item) THEN "endsAs" ELSE status END
    WHERE id = ${reembedding.ingestJobRunId}::uuid AND EXISTS (SELECT 1 FROM item)
  ), unclean AS (
    SELECT id FROM document WHERE EXISTS (
      SELECT 1 FROM chunks WHERE "documentId" = document.id AND chunks.revision IS DISTINCT FROM document."activeRevision"
        AND chunks.revision IS DISTINCT FROM document."previousRevision")
  ), noted AS (${recordCleaning(Prisma.sql`SELECT id FROM unclean`)})
  SELECT id, id IN (SELECT id FROM unclean) AS "isUnclean", coalesce("metadataUpdate" = 'QUEUED', false) AS "isOutdated" FROM document`;

/** Makes searches see moved documents in the new generation; returns the ids of those that were not taken away meanwhile, and the jobs to dispatch. */
export async function endMoved(
  database: Database,
  reembedding: Reembedding,
  documents: readonly MovingDocument[],
): Promise<{ ids: ReadonlySet<string>; jobs: OutboxJob[] }> {
  const { namespaceId } = reembedding;
  const endInOrder = async (session: DatabaseSession) => {
    // Read by count_updated_activity: what is moved is not ingested, and costs no tokens. It ends with the transaction.
    await session.$queryRaw`SELECT set_config('docfleet.is_move', 'true', true)`;
    // Documents before their run, as everything that takes a document out of a run locks them: the other order is a deadlock.
    await session.$queryRaw`
      SELECT 1 FROM documents WHERE id = ANY(${documents.map(({ id }) => id)}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
    await session.$queryRaw`SELECT 1 FROM ingest_job_runs WHERE id = ${reembedding.ingestJobRunId}::uuid FOR UPDATE`;
    const ended = await session.$queryRaw<Ended[]>(ending(reembedding, documents));
    const jobs = ended.flatMap(({ id, isUnclean, isOutdated }) => {
      const range = { namespaceId, first: id, last: id };
      return [
        ...(isUnclean ? [createOutboxJob(cleanDocument, { documentId: id })] : []),
        ...(isOutdated ? [createOutboxJob(updateVectorMetadata, { ...range, change: createId() })] : []),
      ];
    });
    await insertJobs(session, jobs);
    return { ids: new Set(ended.map(({ id }) => id)), jobs };
  };
  return retryDeadlocks(() => database.$transaction(endInOrder));
}

/** Hands claimed documents over to be embedded like others; returns the jobs to dispatch. */
export async function releaseMoving(
  database: Database,
  documents: readonly MovingDocument[],
): Promise<OutboxJob[]> {
  return database.$transaction(async (session) => {
    const released = await session.$queryRaw<{ id: string; namespaceId: string; revision: number }[]>`
      UPDATE documents SET "leaseToken" = NULL, "leaseExpiresAt" = NULL, "updatedAt" = now()
      FROM ${claims(documents)}
      WHERE documents.id = claim.id AND documents.revision = claim.revision AND documents."leaseToken" = claim.token
      RETURNING documents.id, documents."namespaceId", documents.revision`;
    const jobs = released.map((document) => stageJob('EMBED', document));
    await insertJobs(session, jobs);
    return jobs;
  });
}
