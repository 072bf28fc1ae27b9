import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import { leaseMs } from '../document/claim.ts';
import { stageJob } from '../document/stage-queue.ts';
import { endedStatuses } from '../document/transitions.ts';
import { type OutboxJob, outboxPayload } from '../outbox/outbox.ts';
import { endedRunStatuses } from '../run/ended-runs.ts';
import { closeListing } from './close-reembedding.ts';

/** A namespace between two generations of its model and store. */
export interface Reembedding {
  readonly namespaceId: string;
  readonly version: number;
  /** The new one. */
  readonly generation: number;
  /** The run that embeds again; null when all is done and only the former vectors are left to purge. */
  readonly ingestJobRunId: string | null;
}

/** The state of a namespace's change of generation; undefined when there is none, or the namespace is gone. */
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

/** Living documents whose visible content lies in a former generation: a condition on `documents`. */
const inPreviousGeneration = ({ namespaceId, generation }: Reembedding) => Prisma.sql`
  documents."namespaceId" = ${namespaceId}::uuid AND documents.generation < ${generation}
  AND documents."liveKey" IS NOT NULL`;

/** Documents that this run has not had; each has one try in a run, whatever comes of it. */
const outsideOf = ({ ingestJobRunId }: Reembedding) => Prisma.sql`NOT EXISTS (
  SELECT 1 FROM ingest_job_run_documents item
  WHERE item."ingestJobRunId" = ${ingestJobRunId}::uuid AND item."documentId" = documents.id)`;

interface QueuedDocument {
  readonly id: string;
  readonly namespaceId: string;
  readonly revision: number;
}

/** Gives ended documents a revision without a content of its own; a run that was complete already goes on. */
function queueBatch(
  session: DatabaseSession,
  reembedding: Reembedding,
  count: number,
): Promise<QueuedDocument[]> {
  const { ingestJobRunId } = reembedding;
  return session.$queryRaw<QueuedDocument[]>`
    WITH candidate AS (
      SELECT documents.id FROM documents
      WHERE ${inPreviousGeneration(reembedding)} AND ${outsideOf(reembedding)}
        AND documents.status = ANY(${endedStatuses}::"DocumentStatus"[])
      ORDER BY documents.id LIMIT ${count} FOR UPDATE SKIP LOCKED
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
 * Has up to `count` more documents embedded again that still lie in a former generation; gives the jobs to dispatch. Those that
 * are in work come when they have ended, if they did not end in the new generation.
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
  /** Whether documents lie in a former generation that the run has still to list. */
  readonly unlisted: boolean;
}

/** How far a run is. */
export async function readReembeddingProgress(
  database: Database,
  reembedding: Reembedding,
): Promise<ReembeddingProgress> {
  const [progress] = await database.$queryRaw<[ReembeddingProgress]>`
    SELECT
      (SELECT count(*)::int FROM ingest_job_run_documents
        WHERE "ingestJobRunId" = ${reembedding.ingestJobRunId}::uuid AND outcome IS NULL) AS "underWay",
      EXISTS (SELECT 1 FROM documents WHERE ${inPreviousGeneration(reembedding)} AND ${outsideOf(reembedding)}) AS unlisted`;
  return progress;
}

/** Says of the namespace's re-embedding runs that all their documents are listed; of the present one only when it is so. */
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

/** A store shows late what was written last, and whoever wrote into the former generation has noticed by then that it is over. */
const settleMs = leaseMs;

/** Lets searches ask the new generation alone, once no document needs the former and the run has been quiet for a while. */
export async function endReembedding(database: Database, reembedding: Reembedding): Promise<void> {
  const { namespaceId, ingestJobRunId } = reembedding;
  await database.$executeRaw`
    UPDATE namespaces SET "reembeddingRunId" = NULL, version = version + 1 FROM ingest_job_runs run
    WHERE namespaces.id = ${namespaceId}::uuid AND namespaces."reembeddingRunId" = ${ingestJobRunId}::uuid
      AND run.id = ${ingestJobRunId}::uuid AND run."updatedAt" < now() - ${settleMs} * interval '1 millisecond'
      AND NOT EXISTS (SELECT 1 FROM documents WHERE ${inPreviousGeneration(reembedding)})`;
}

const documentsPerStatement = 1_000;

/** Forgets the former generation, whose vectors are gone: its chunks, in bounded steps, then its configurations. */
export async function forgetPreviousGeneration(
  database: Database,
  { namespaceId, generation }: Reembedding,
): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await database.$queryRaw<{ id: string }[]>`
      WITH document AS (
        SELECT id, "previousRevision" FROM documents
        WHERE "namespaceId" = ${namespaceId}::uuid AND id > ${after}::uuid ORDER BY id LIMIT ${documentsPerStatement} FOR UPDATE
      ), chunk AS (
        DELETE FROM chunks USING document WHERE "documentId" = document.id AND revision = document."previousRevision"
      ), freed AS (
        UPDATE documents SET "previousRevision" = NULL FROM document
        WHERE documents.id = document.id AND document."previousRevision" IS NOT NULL
      )
      SELECT id FROM document ORDER BY id`;
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  await database.$executeRaw`
    UPDATE namespaces SET "previousConfigs" = NULL, "sealedPreviousSecrets" = NULL, version = version + 1
    WHERE id = ${namespaceId}::uuid AND generation = ${generation} AND "reembeddingRunId" IS NULL`;
}
