import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import { pagesById } from '../database/pages-by-id.ts';
import { leaseMs } from '../document/claim.ts';
import { endedStatuses, stageJob } from '../document/transitions.ts';
import { type OutboxJob, outboxPayload } from '../outbox/outbox.ts';
import { endedRunStatuses } from '../run/ended-runs.ts';
import { type NamespaceConfigs, parseConfigs } from './configs.ts';

/** A namespace between two generations of its model and store. */
export interface Reembedding {
  readonly namespaceId: string;
  readonly version: number;
  /** The new generation. */
  readonly generation: number;
  /** The run that re-embeds; null when only the previous vectors are left to purge. */
  readonly ingestJobRunId: string | null;
}

/** Returns the state of a namespace's change of generation; undefined when there is none, or the namespace was deleted. */
export async function findReembedding(
  database: Database,
  namespaceId: string,
): Promise<Reembedding | undefined> {
  const row = await database.namespace.findUnique({
    where: { id: namespaceId, status: 'ACTIVE', previousConfigs: { not: Prisma.AnyNull } },
    select: { version: true, generation: true, reembeddingRunId: true },
  });
  if (!row) return undefined;
  const { reembeddingRunId: ingestJobRunId, ...rest } = row;
  return { namespaceId, ...rest, ingestJobRunId };
}

/** A condition on `documents`: live, with the visible content in a previous generation. */
export const inPreviousGeneration = ({ namespaceId, generation }: Reembedding) => Prisma.sql`
  documents."namespaceId" = ${namespaceId}::uuid AND documents.generation < ${generation}
  AND documents."liveKey" IS NOT NULL`;

/** A condition on `documents`: not in this run yet; each has one attempt per run, regardless of the outcome. */
export const outsideOf = ({ ingestJobRunId }: Reembedding) => Prisma.sql`NOT EXISTS (
  SELECT 1 FROM ingest_job_run_documents item
  WHERE item."ingestJobRunId" = ${ingestJobRunId}::uuid AND item."documentId" = documents.id)`;

/** SQL condition for a canceled run: documents that it has not listed wait for the next run. */
export const isCancelled = ({ ingestJobRunId }: Reembedding) => Prisma.sql`EXISTS (
  SELECT 1 FROM ingest_job_runs run WHERE run.id = ${ingestJobRunId}::uuid AND run."cancelledAt" IS NOT NULL)`;

interface QueuedDocument {
  readonly id: string;
  readonly namespaceId: string;
  readonly revision: number;
}

/** Creates revisions without new content for finished documents, and continues a run that was already complete. */
async function queueBatch(
  session: DatabaseSession,
  reembedding: Reembedding,
  count: number,
): Promise<QueuedDocument[]> {
  const { ingestJobRunId } = reembedding;
  // A cancellation waits for this transaction, and then finds what it has queued.
  await session.$queryRaw`SELECT 1 FROM ingest_job_runs WHERE id = ${ingestJobRunId}::uuid FOR UPDATE`;
  return session.$queryRaw<QueuedDocument[]>`
    WITH candidate AS (
      SELECT documents.id FROM documents
      WHERE ${inPreviousGeneration(reembedding)} AND ${outsideOf(reembedding)}
        AND documents.status = ANY(${endedStatuses}::"DocumentStatus"[]) AND NOT ${isCancelled(reembedding)}
      ORDER BY documents.id LIMIT ${count} FOR NO KEY UPDATE SKIP LOCKED
    ), document AS (
      UPDATE documents
      SET revision = revision + 1, "reembedRevision" = revision + 1, status = 'QUEUED_FOR_UPDATE', stage = 'EMBED', crashes = 0,
        "errorCode" = NULL, "ingestionError" = NULL, "ingestJobRunId" = ${ingestJobRunId}::uuid, "updatedAt" = now()
      FROM candidate WHERE documents.id = candidate.id
      RETURNING documents.id, documents."namespaceId", documents.revision
    ), item AS (
      INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId") SELECT ${ingestJobRunId}::uuid, id FROM document
    ), run AS (
      UPDATE ingest_job_runs
      SET "unfinishedDocuments" = "unfinishedDocuments" + (SELECT count(*) FROM document), status = 'PROCESSING', "updatedAt" = now()
      WHERE id = ${ingestJobRunId}::uuid AND EXISTS (SELECT 1 FROM document)
    )
    SELECT id, "namespaceId", revision FROM document`;
}

/**
 * Queues up to `count` more documents of a previous generation for re-embedding; returns the jobs to dispatch. Documents in progress
 * follow after they have finished, unless they finish in the new generation.
 */
export async function queueReembedding(
  database: Database,
  reembedding: Reembedding,
  count: number,
): Promise<OutboxJob[]> {
  return database.$transaction(async (session) => {
    const documents = await queueBatch(session, reembedding, count);
    const jobs = documents.map((document) => stageJob('EMBED', document));
    const entries = jobs.map((job) => ({ id: job.id, queue: job.queue, payload: outboxPayload(job) }));
    await session.outboxEntry.createMany({ data: entries });
    return jobs;
  });
}

export interface ReembeddingProgress {
  /** Documents of the run that have not ended. */
  readonly underWay: number;
  /** Whether the run has still to list documents of a previous generation. */
  readonly unlisted: boolean;
}

/** Returns the progress of a run. */
export async function readReembeddingProgress(
  database: Database,
  reembedding: Reembedding,
): Promise<ReembeddingProgress> {
  const [progress] = await database.$queryRaw<[ReembeddingProgress]>`
    SELECT
      (SELECT count(*)::int FROM ingest_job_run_documents
        WHERE "ingestJobRunId" = ${reembedding.ingestJobRunId}::uuid AND outcome IS NULL) AS "underWay",
      NOT ${isCancelled(reembedding)} AND EXISTS (
        SELECT 1 FROM documents WHERE ${inPreviousGeneration(reembedding)} AND ${outsideOf(reembedding)}) AS unlisted`;
  return progress;
}

/** Stages of a move: the last one begins when all documents are moved. */
export const moveStatuses = ['RUNNING', 'PAUSED', 'INCOMPLETE', 'EMPTYING'] as const;

/** A change of a namespace's model or vector store that is not done, with its documents that searches have found since before it. */
export interface NamespaceMove {
  readonly status: (typeof moveStatuses)[number];
  /** The configurations that vectors depended on before, without secrets. */
  readonly previousConfigs: NamespaceConfigs;
  /** Null when only the previous vectors are left to purge. */
  readonly ingestJobRunId: string | null;
  readonly documents: number;
  readonly moved: number;
  /** Documents among those that are not moved whose attempt in the run has failed. */
  readonly failed: number;
}

/** Counts the documents of a move that a tenant may see: all, those that are moved, and those that are not and have failed. */
async function countMoved(
  database: Database,
  { namespaceId, generation, ingestJobRunId }: Reembedding,
  tenantId: string | undefined,
): Promise<Pick<NamespaceMove, 'documents' | 'moved' | 'failed'>> {
  const [counts] = await database.$queryRaw<[Pick<NamespaceMove, 'documents' | 'moved' | 'failed'>]>`
    SELECT count(*)::int AS documents, (count(*) FILTER (WHERE generation = ${generation}))::int AS moved,
      (count(*) FILTER (WHERE generation < ${generation} AND EXISTS (
        SELECT 1 FROM ingest_job_run_documents item
        WHERE item."ingestJobRunId" = ${ingestJobRunId}::uuid AND item."documentId" = documents.id AND outcome = 'FAILED')))::int AS failed
    FROM documents WHERE "namespaceId" = ${namespaceId}::uuid AND generation IS NOT NULL AND "liveKey" IS NOT NULL
      AND (${tenantId ?? null}::text IS NULL OR "tenantId" = ${tenantId ?? null})`;
  return counts;
}

async function moveStatus(
  database: Database,
  reembedding: Reembedding,
): Promise<(typeof moveStatuses)[number]> {
  const { ingestJobRunId } = reembedding;
  if (ingestJobRunId === null) return 'EMPTYING';
  const [{ isLeft, isPaused }] = await database.$queryRaw<[{ isLeft: boolean; isPaused: boolean }]>`
    SELECT EXISTS (SELECT 1 FROM documents WHERE ${inPreviousGeneration(reembedding)}) AS "isLeft",
      ${isCancelled(reembedding)} AS "isPaused"`;
  if (!isLeft) return 'EMPTYING';
  if (isPaused) return 'PAUSED';
  const { underWay, unlisted } = await readReembeddingProgress(database, reembedding);
  return underWay > 0 || unlisted ? 'RUNNING' : 'INCOMPLETE';
}

/** Returns the change of model or vector store that a namespace is in; undefined when there is none. Counts are those of the tenant, if there is one. */
export async function readMove(
  database: Database,
  { namespaceId, tenantId }: { readonly namespaceId: string; readonly tenantId: string | undefined },
): Promise<NamespaceMove | undefined> {
  const row = await database.namespace.findUnique({
    where: { id: namespaceId, status: 'ACTIVE', previousConfigs: { not: Prisma.AnyNull } },
    select: { version: true, generation: true, reembeddingRunId: true, previousConfigs: true },
  });
  if (!row || row.previousConfigs === null) return undefined;
  const { version, generation, reembeddingRunId: ingestJobRunId } = row;
  const reembedding = { namespaceId, version, generation, ingestJobRunId };
  return {
    status: await moveStatus(database, reembedding),
    previousConfigs: parseConfigs(row.previousConfigs),
    ingestJobRunId,
    ...(await countMoved(database, reembedding, tenantId)),
  };
}

/** Closes the listings of the namespace's re-embedding runs; that of the current run only when nothing is unlisted. */
export async function closeReembeddingListings(
  database: Database,
  { namespaceId, ingestJobRunId }: Reembedding,
  { unlisted }: ReembeddingProgress,
): Promise<void> {
  const open = await database.ingestJobRun.findMany({
    where: { namespaceId, status: { notIn: [...endedRunStatuses] }, job: { source: 'REEMBEDDING' } },
    select: { id: true },
  });
  for (const { id } of open) if (id !== ingestJobRunId || !unlisted) await closeListing(database, id);
}

/** The delay after which a store lists the last writes, and every writer of the previous generation has detected its end. */
const settleMs = leaseMs;

/** Makes searches query only the new generation, once no document needs the previous one and the run has been quiet. */
export async function endReembedding(database: Database, reembedding: Reembedding): Promise<void> {
  const { namespaceId, ingestJobRunId } = reembedding;
  await database.$executeRaw`
    UPDATE namespaces SET "reembeddingRunId" = NULL, version = version + 1 FROM ingest_job_runs run
    WHERE namespaces.id = ${namespaceId}::uuid AND namespaces."reembeddingRunId" = ${ingestJobRunId}::uuid
      AND run.id = ${ingestJobRunId}::uuid AND run."updatedAt" < now() - ${settleMs} * interval '1 millisecond'
      AND NOT EXISTS (SELECT 1 FROM documents WHERE ${inPreviousGeneration(reembedding)})`;
}

const documentsPerStatement = 1_000;

/** Deletes the previous generation, whose vectors are already deleted: its chunks, in bounded steps, then its configurations. */
export async function deletePreviousGeneration(
  database: Database,
  { namespaceId, generation }: Reembedding,
): Promise<void> {
  const pages = pagesById(
    (after) => database.$queryRaw<{ id: string }[]>`
      WITH document AS (
        SELECT id, "previousRevision" FROM documents
        WHERE "namespaceId" = ${namespaceId}::uuid AND id > ${after}::uuid ORDER BY id LIMIT ${documentsPerStatement} FOR UPDATE
      ), chunk AS (
        DELETE FROM chunks USING document WHERE "documentId" = document.id AND revision = document."previousRevision"
      ), freed AS (
        UPDATE documents SET "previousRevision" = NULL FROM document
        WHERE documents.id = document.id AND document."previousRevision" IS NOT NULL
      )
      SELECT id FROM document ORDER BY id`,
  );
  // Each page is deleted as it is read.
  for await (const _ of pages);
  await database.$executeRaw`
    UPDATE namespaces SET "previousConfigs" = NULL, "sealedPreviousSecrets" = NULL, version = version + 1
    WHERE id = ${namespaceId}::uuid AND generation = ${generation} AND "reembeddingRunId" IS NULL`;
}

/**
 * Ends the listing of a run's documents, which counts as one of them: a run completes when all are listed and finished. Closing it again
 * has no effect.
 */
async function closeListing(database: Database, ingestJobRunId: string): Promise<void> {
  await database.$transaction(async (session) => {
    // A separate statement, so that the next one sees what was committed while this one waited for the lock.
    await session.$queryRaw`SELECT 1 FROM ingest_job_runs WHERE id = ${ingestJobRunId}::uuid FOR UPDATE`;
    await session.$executeRaw`
      UPDATE ingest_job_runs
      SET "unfinishedDocuments" = "unfinishedDocuments" - 1, "updatedAt" = now(),
        status = CASE WHEN "unfinishedDocuments" <= 1 THEN "endsAs" ELSE status END
      WHERE id = ${ingestJobRunId}::uuid AND "unfinishedDocuments" > (
        SELECT count(*) FROM ingest_job_run_documents
        WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid AND outcome IS NULL)`;
  });
}
