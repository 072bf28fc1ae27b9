import type { Database, DatabaseSession } from '@docfleet/database';
import type { Window } from '../admission/admit-together.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import { countByJob, openResyncRuns } from '../run/resync-runs.ts';
import { nextMoment, type Period } from '../schedule/moments.ts';
import { type LockedDocument, lockedColumns } from './lock-page.ts';
import { queueForResync, resyncRefusal } from './queue-for-resync.ts';

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
