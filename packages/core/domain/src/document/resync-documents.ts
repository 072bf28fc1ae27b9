import type { Database, DatabaseSession, DocumentStage } from '@docfleet/database';
import type { Admission } from '../admission/admission.ts';
import { admitTogether, type Window } from '../admission/admit-together.ts';
import { type Actor, recordAuditEvent } from '../audit-event/audit-events.ts';
import { firstId } from '../database/pages-by-id.ts';
import { type OutboxJob, outboxRows } from '../outbox/outbox.ts';
import { countByJob, openResyncRuns } from '../run/resync-runs.ts';
import { closeListing } from '../run/source-run.ts';
import { nextMoment, type Period } from '../schedule/schedules.ts';
import type { DocumentFilter } from './filter.ts';
import { type LockedDocument, lockedColumns, batchSize as lockedPerBatch, lockPage } from './lock-page.ts';
import { firstStage, stageJob, statusesBefore } from './transitions.ts';

const resyncable = statusesBefore('QUEUED_FOR_RESYNC');

/** Returns the reason why a document cannot be resynced, as a sentence for its owner; undefined when it can. */
function resyncRefusal(document: LockedDocument): string | undefined {
  if (!firstStage(document))
    return 'A text or an uploaded file has no source that it could be read from again';
  if (!resyncable.includes(document.status))
    return `The document is ${document.status}: it is being read already`;
  return undefined;
}

/**
 * Queues resyncable, locked documents at their first stage in the runs of their jobs, which already count them, in one statement.
 * Documents beyond their namespace's window go into the backlog. Returns the jobs to dispatch.
 */
async function queueForResync(
  session: DatabaseSession,
  documents: readonly LockedDocument[],
  runOfJob: ReadonlyMap<string, string>,
  window: Window,
): Promise<OutboxJob[]> {
  const admissions = await admitTogether(session, window, documents);
  const moved = documents.map((document, index) => ({
    ...document,
    ...(admissions[index] as Admission),
    stage: firstStage(document) as DocumentStage,
    runId: runOfJob.get(document.ingestJobId) as string,
    revision: document.revision + 1,
  }));
  const admitted = moved.filter(({ status }) => status === 'QUEUED');
  const jobs = admitted.map((one) => stageJob(one.stage, one, one.documentsAhead));
  await session.$executeRaw`
    WITH document AS (
      UPDATE documents
      SET status = CASE WHEN resynced.admitted THEN 'QUEUED_FOR_RESYNC' ELSE 'BACKLOG' END::"DocumentStatus", stage = resynced.stage, revision = documents.revision + 1, crashes = 0, "errorCode" = NULL,
        "ingestionError" = NULL, "ingestJobRunId" = resynced."runId", "updatedAt" = now()
      FROM unnest(${moved.map((one) => one.id)}::uuid[], ${moved.map((one) => one.stage)}::"DocumentStage"[],
        ${moved.map((one) => one.runId)}::uuid[], ${moved.map(({ status }) => status === 'QUEUED')}::bool[])
        AS resynced(id, stage, "runId", admitted)
      WHERE documents.id = resynced.id
      RETURNING documents.id, documents."ingestJobRunId"
    ), item AS (
      INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId") SELECT "ingestJobRunId", id FROM document
    )
    INSERT INTO outbox_entries (id, queue, payload) SELECT entry.id, entry.queue, entry.payload FROM ${outboxRows(jobs)}`;
  return jobs;
}

const batchSize = 1_000;

type DueDocument = LockedDocument & { readonly syncFrequency: Period };

/** Locks the due documents for this scheduler. */
const lockDueDocuments = (session: DatabaseSession, now: Date) =>
  session.$queryRaw<DueDocument[]>`
    SELECT ${lockedColumns}, documents."syncFrequency" FROM documents
      JOIN namespaces ON namespaces.id = documents."namespaceId" AND namespaces.status = 'ACTIVE'
    WHERE documents."nextSyncAt" <= ${now}::timestamptz AND documents."syncFrequency" <> 'NEVER' AND documents."liveKey" IS NOT NULL
    ORDER BY documents."nextSyncAt" LIMIT ${batchSize} FOR NO KEY UPDATE OF documents SKIP LOCKED`;

async function syncBatch(
  session: DatabaseSession,
  due: readonly DueDocument[],
  { now, window }: { now: Date; window: Window },
) {
  const next = due.map((document) => nextMoment(document.createdAt, document.syncFrequency, now));
  await session.$executeRaw`
    UPDATE documents SET "nextSyncAt" = planned.next
    FROM unnest(${due.map((document) => document.id)}::uuid[], ${next}::timestamptz[]) AS planned(id, next)
    WHERE documents.id = planned.id`;
  // A document in progress is not read again.
  const eligible = due.filter((document) => resyncRefusal(document) === undefined);
  if (eligible.length === 0) return [];
  return queueForResync(
    session,
    eligible,
    await openResyncRuns(session, countByJob(eligible), { listing: null }),
    window,
  );
}

/**
 * Resyncs documents that are due at `now`, the database's time, once however many scheduled times were missed; yields the jobs to
 * dispatch, batch by batch. Safe for concurrent schedulers.
 */
export async function* syncDueDocuments(
  database: Database,
  now: Date,
  window: Window,
): AsyncGenerator<OutboxJob[]> {
  for (;;) {
    const { found, jobs } = await database.$transaction(
      async (session) => {
        const due = await lockDueDocuments(session, now);
        return {
          found: due.length,
          jobs: due.length > 0 ? await syncBatch(session, due, { now, window }) : [],
        };
      },
      { timeout: 30_000 },
    );
    if (jobs.length > 0) yield jobs;
    if (found < batchSize) return;
  }
}

/** Maximum number of runs kept open for more documents of their jobs; a job that recurs later gets another run. */
const maxOpenRuns = 200;

export interface ResyncBatch {
  readonly documents: readonly {
    readonly id: string /** Why it was left out. */;
    readonly refusal: string | undefined;
  }[];
  readonly jobs: readonly OutboxJob[];
}

/** Adds the eligible documents of a page to the runs of their jobs; returns those runs. */
async function resyncPage(
  session: DatabaseSession,
  actor: Actor,
  page: readonly LockedDocument[],
  { filter, known, window }: { filter: DocumentFilter; known: ReadonlyMap<string, string>; window: Window },
) {
  const eligible = page.filter((document) => resyncRefusal(document) === undefined);
  if (eligible.length === 0) return { runOfJob: new Map<string, string>(), jobs: [] };
  const runOfJob = await openResyncRuns(session, countByJob(eligible), { known, listing: 'REQUEST' });
  const jobs = await queueForResync(session, eligible, runOfJob, window);
  await recordAuditEvent(session, actor, {
    action: 'document.resynced',
    targetType: 'document',
    targetId: eligible.length === 1 ? (eligible[0]?.id ?? null) : null,
    tenantId: filter.tenantId,
    details: { namespaceId: filter.namespaceId, documents: eligible.length },
  });
  return { runOfJob, jobs };
}

/**
 * Queues all matching documents that can be read again, page by page, each page in a transaction. The documents of a job share one new
 * run, which counts as listing until the last page, so that it does not complete early. `closeAbandonedRuns` closes the runs of a request
 * that died.
 */
export async function* resyncDocuments(
  database: Database,
  actor: Actor,
  filter: DocumentFilter,
  window: Window,
): AsyncGenerator<ResyncBatch> {
  /** The open runs by job, the most recently used last. */
  const open = new Map<string, string>();
  let after = firstId;
  try {
    for (;;) {
      const { page, runOfJob, jobs } = await database.$transaction(
        async (session) => {
          const locked = await lockPage(session, filter, after);
          return {
            page: locked,
            ...(await resyncPage(session, actor, locked, { filter, known: open, window })),
          };
        },
        { timeout: 30_000 },
      );
      for (const [jobId, runId] of runOfJob) {
        open.delete(jobId);
        open.set(jobId, runId);
      }
      const idle = [...open].slice(0, Math.max(open.size - maxOpenRuns, 0));
      await closeListing(
        database,
        idle.map(([, runId]) => runId),
      );
      for (const [jobId] of idle) open.delete(jobId);
      if (page.length > 0)
        yield { documents: page.map((one) => ({ id: one.id, refusal: resyncRefusal(one) })), jobs };
      if (page.length < lockedPerBatch) return;
      after = page.at(-1)?.id ?? after;
    }
  } finally {
    await closeListing(database, [...open.values()]);
  }
}
