import {
  type Database,
  type DatabaseSession,
  type DocumentStage,
  type DocumentType,
  type IngestionSource,
  Prisma,
} from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { liveKey } from '../document/live-key.ts';
import { unfinishedStatuses } from '../document/moves.ts';
import { stageJob } from '../document/stage-queue.ts';
import { createId } from '../identifier.ts';
import type { Admission } from '../intake/admission.ts';
import { admitTogether, type Window } from '../intake/admit-together.ts';
import { type OutboxJob, outboxRows } from '../outbox/outbox.ts';
import { leaveRuns, takenOver } from './leave-runs.ts';

/** A document that the reading of a source came upon. */
export interface FoundDocument {
  readonly externalId: string;
  readonly name: string | null;
  readonly documentType: DocumentType;
  readonly ingestionSource: IngestionSource;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly connectionId?: string | null;
  /** Where its way begins. */
  readonly stage: DocumentStage;
}

interface OpenRun {
  readonly id: string;
  readonly ingestJobId: string;
  readonly organizationId: string;
  readonly namespaceId: string;
  readonly tenantId: string | null;
}

interface Placed extends FoundDocument {
  readonly id: string;
  readonly revision: number;
  readonly key: Uint8Array<ArrayBuffer>;
  readonly status: Admission['status'];
}

const attempts = 5;

async function findOpenRun(session: DatabaseSession, ingestJobRunId: string): Promise<OpenRun | undefined> {
  const run = await session.ingestJobRun.findFirst({
    where: { id: ingestJobRunId, intake: { not: null }, namespace: { status: 'ACTIVE' } },
    select: { id: true, ingestJobId: true, organizationId: true, namespaceId: true, tenantId: true },
  });
  return run ?? undefined;
}

/** Locks the living documents of these keys, each looked up by itself as its namespace may hold millions; `known` ones are in the run already, by an attempt that died. */
const lockLiving = (session: DatabaseSession, run: OpenRun, keys: readonly Uint8Array[]) =>
  session.$queryRaw<
    {
      id: string;
      key: string;
      revision: number;
      ingestJobRunId: string;
      unfinished: boolean;
      known: boolean;
    }[]
  >`
    SELECT id, encode("liveKey", 'hex') AS key, revision, "ingestJobRunId",
      status = 'BACKLOG' OR status = ANY(${unfinishedStatuses}::"DocumentStatus"[]) AS unfinished,
      EXISTS (
        SELECT 1 FROM ingest_job_run_documents item
        WHERE item."ingestJobRunId" = ${run.id}::uuid AND item."documentId" = documents.id) AS known
    FROM documents WHERE id IN (
      SELECT living.id FROM unnest(${keys}::bytea[]) AS wanted(key) CROSS JOIN LATERAL (
        SELECT id FROM documents WHERE "namespaceId" = ${run.namespaceId}::uuid AND "liveKey" = wanted.key LIMIT 1) AS living)
    ORDER BY id FOR UPDATE`;

const column = <Item, Value>(items: readonly Item[], value: (item: Item) => Value) => items.map(value);

/** The documents as rows for a statement. */
const placedRows = (documents: readonly Placed[]) => Prisma.sql`
  unnest(${column(documents, (one) => one.id)}::uuid[], ${column(documents, (one) => one.key)}::bytea[],
    ${column(documents, (one) => one.externalId)}::text[], ${column(documents, (one) => one.name)}::text[],
    ${column(documents, (one) => one.documentType)}::"DocumentType"[],
    ${column(documents, (one) => one.ingestionSource)}::"IngestionSource"[],
    ${column(documents, (one) => one.stage)}::"DocumentStage"[],
    ${column(documents, (one) => JSON.stringify(one.metadata))}::jsonb[],
    ${column(documents, (one) => one.connectionId ?? null)}::uuid[], ${column(documents, (one) => one.status)}::"DocumentStatus"[])
  AS found(id, key, "externalId", name, "documentType", "ingestionSource", stage, metadata, "connectionId", status)`;

/** Creates documents; gives how many, which are fewer when another request created one of them at this moment. */
const createAll = (session: DatabaseSession, run: OpenRun, documents: readonly Placed[]) =>
  session.$executeRaw`
    INSERT INTO documents (id, "organizationId", "namespaceId", "tenantId", "externalId", "liveKey", name, "documentType",
      "ingestionSource", status, stage, "ingestJobId", "ingestJobRunId", "connectionId", metadata)
    SELECT found.id, ${run.organizationId}::uuid, ${run.namespaceId}::uuid, ${run.tenantId}, found."externalId", found.key, found.name,
      found."documentType", found."ingestionSource", found.status, found.stage, ${run.ingestJobId}::uuid, ${run.id}::uuid,
      found."connectionId", found.metadata
    FROM ${placedRows(documents)} ORDER BY found.key
    ON CONFLICT ("namespaceId", "liveKey") DO NOTHING`;

const replaceAll = (session: DatabaseSession, run: OpenRun, documents: readonly Placed[]) =>
  session.$executeRaw`
    UPDATE documents
    SET revision = documents.revision + 1, status = found.status, stage = found.stage, crashes = 0, "errorCode" = NULL,
      "ingestionError" = NULL, "ingestJobId" = ${run.ingestJobId}::uuid, "ingestJobRunId" = ${run.id}::uuid, name = found.name,
      "documentType" = found."documentType", "ingestionSource" = found."ingestionSource", metadata = found.metadata,
      "connectionId" = found."connectionId", "updatedAt" = now()
    FROM ${placedRows(documents)} WHERE documents.id = found.id`;

/** Notes the documents in their run; false when it takes no more. */
async function enterRun(
  session: DatabaseSession,
  run: OpenRun,
  documents: readonly Placed[],
  jobs: readonly OutboxJob[],
): Promise<boolean> {
  const entered = await session.$queryRaw<unknown[]>`
    WITH run AS (
      UPDATE ingest_job_runs SET "unfinishedDocuments" = "unfinishedDocuments" + ${documents.length}, "updatedAt" = now(),
        status = CASE WHEN status = 'QUEUED' THEN 'PRE_PROCESSING' ELSE status END
      WHERE id = ${run.id}::uuid AND intake IS NOT NULL
      RETURNING id
    ), item AS (
      INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId")
      SELECT run.id, document.id FROM run, unnest(${documents.map((one) => one.id)}::uuid[]) AS document(id)
    ), outbox AS (
      INSERT INTO outbox_entries (id, queue, payload) SELECT entry.id, entry.queue, entry.payload FROM run, ${outboxRows(jobs)}
    )
    SELECT id FROM run`;
  return entered.length > 0;
}

/** Another request created a document at this moment: the batch is tried again, and finds it. */
const conflict = Symbol('conflict');
/** Thrown to undo the batch. */
const closed = Symbol('closed');

/** Says where each begins: what the namespace's window has no room for waits in the backlog, without a job. */
async function admit<Document extends Omit<Placed, 'status'>>(
  session: DatabaseSession,
  { namespaceId }: OpenRun,
  window: Window,
  documents: readonly Document[],
) {
  const places = documents.map((one) => ({ ...one, namespaceId }));
  const admissions = await admitTogether(session, window, places);
  return places.map((one, index) => ({ ...one, ...(admissions[index] as Admission) }));
}

async function addOnce(
  session: DatabaseSession,
  ingestJobRunId: string,
  found: readonly FoundDocument[],
  window: Window,
) {
  const run = await findOpenRun(session, ingestJobRunId);
  if (!run) throw closed;
  const byKey = new Map(
    found.map((one) => {
      const key = liveKey(run.tenantId, one.externalId);
      return [Buffer.from(key).toString('hex'), { ...one, key }] as const;
    }),
  );
  const living = await lockLiving(
    session,
    run,
    column([...byKey.values()], (one) => one.key),
  );
  const old = living.flatMap((row) => {
    const one = byKey.get(row.key);
    byKey.delete(row.key);
    return one && !row.known ? [{ ...one, ...row, key: one.key, revision: row.revision + 1 }] : [];
  });
  const newcomers = [...byKey.values()].map((one) => ({ ...one, id: createId(), revision: 1 }));
  const placed = await admit(session, run, window, [...newcomers, ...old]);
  const [fresh, replaced] = [placed.slice(0, newcomers.length), placed.slice(newcomers.length)];
  if (fresh.length > 0 && (await createAll(session, run, fresh)) < fresh.length) throw conflict;
  const unfinished = old.filter((one) => one.unfinished);
  await leaveRuns(session, unfinished, takenOver);
  if (replaced.length > 0) await replaceAll(session, run, replaced);
  const admitted = placed.filter(({ status }) => status === 'QUEUED');
  const jobs = admitted.map((one) => stageJob(one.stage, one, one.documentsAhead));
  if (placed.length > 0 && !(await enterRun(session, run, placed, jobs))) throw closed;
  return jobs;
}

/**
 * Adds documents that its source names to a run, in one transaction: new ones are created, living ones of the same external id get a
 * new revision, those that the run has already are left alone, so that reading a source may be repeated. At most about 1,000 at a
 * time. What the namespace's window has no room for begins in the backlog. Gives the jobs to dispatch; undefined when the run takes no more, because it was cancelled.
 */
export async function addDocumentsToRun(
  database: Database,
  ingestJobRunId: string,
  found: readonly FoundDocument[],
  window: Window,
): Promise<OutboxJob[] | undefined> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      return await database.$transaction((session) => addOnce(session, ingestJobRunId, found, window), {
        timeout: 30_000,
      });
    } catch (error) {
      if (error === closed) return undefined;
      if (error !== conflict) throw error;
    }
  }
  throw new AppError('SERVICE_UNAVAILABLE', 'Too many requests change these documents at once');
}
