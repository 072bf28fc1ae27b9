import type { Database, DatabaseSession } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { admitTogether, type Window } from '../admission/admit-together.ts';
import { createId } from '../database/identifier.ts';
import { liveKey } from '../document/find-page.ts';
import { stageJob, unfinishedStatuses } from '../document/transitions.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import { leaveRuns, takenOver } from './ended-runs.ts';
import {
  createFound,
  enterRun,
  type FoundDocument,
  type OpenRun,
  type PlacedDocument,
  replaceFound,
  writeContents,
} from './found-document.ts';

const attempts = 5;

async function findOpenRun(session: DatabaseSession, ingestJobRunId: string): Promise<OpenRun | undefined> {
  const run = await session.ingestJobRun.findFirst({
    where: { id: ingestJobRunId, listing: { not: null }, namespace: { status: 'ACTIVE' } },
    select: { id: true, ingestJobId: true, organizationId: true, namespaceId: true, tenantId: true },
  });
  return run ?? undefined;
}

/**
 * Locks the live documents of these keys, each by its own lookup, as a namespace may hold millions. `known` ones were added to the run by
 * an attempt that died.
 */
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

/** Another request created a document concurrently: the batch is retried, and finds it. */
const conflict = Symbol('conflict');
/** Thrown to undo the batch. */
const closed = Symbol('closed');

/** Returns the initial state of each: those beyond the namespace's window go into the backlog, without a job. */
async function admit(
  session: DatabaseSession,
  { namespaceId }: OpenRun,
  window: Window,
  documents: readonly Omit<PlacedDocument, 'admission'>[],
): Promise<PlacedDocument[]> {
  const readable = documents.filter((one) => !one.failure).map((one) => ({ ...one, namespaceId }));
  const admissions = await admitTogether(session, window, readable);
  const byId = new Map(readable.map(({ id }, index) => [id, admissions[index]]));
  return documents.map((one) => ({ ...one, admission: byId.get(one.id) }));
}

async function addOnce(
  session: DatabaseSession,
  ingestJobRunId: string,
  found: readonly FoundDocument[],
  window: Window,
): Promise<OutboxJob[]> {
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
    [...byKey.values()].map((one) => one.key),
  );
  const old = living.flatMap((row) => {
    const one = byKey.get(row.key);
    byKey.delete(row.key);
    return one && !row.known ? [{ ...one, ...row, key: one.key, revision: row.revision + 1 }] : [];
  });
  const newcomers = [...byKey.values()].map((one) => ({ ...one, id: createId(), revision: 1 }));
  if (newcomers.length > 0) await window.quotas?.require(run, { documents: newcomers.length });
  const placed = await admit(session, run, window, [...newcomers, ...old]);
  const [fresh, replaced] = [placed.slice(0, newcomers.length), placed.slice(newcomers.length)];
  if (fresh.length > 0 && (await createFound(session, run, fresh)) < fresh.length) throw conflict;
  const unfinished = old.filter((one) => one.unfinished);
  await leaveRuns(session, unfinished, takenOver);
  if (replaced.length > 0) await replaceFound(session, run, replaced);
  await writeContents(session, placed);
  const jobs = placed.flatMap(({ stage, admission, ...one }) =>
    admission?.status === 'QUEUED'
      ? [stageJob(stage, { ...one, namespaceId: run.namespaceId }, admission.documentsAhead)]
      : [],
  );
  if (placed.length > 0 && !(await enterRun(session, run, placed, jobs))) throw closed;
  return jobs;
}

/**
 * Adds listed documents to a run, in one transaction: new ones are created, live ones with the same external id get a new revision, and
 * those already in the run are left unchanged, so that a listing can be retried. At most about 1,000 at a time. Those beyond the
 * namespace's window go into the backlog. Returns the jobs to dispatch; undefined when the run accepts no more, because it was cancelled.
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
