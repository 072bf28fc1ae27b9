import type { Database, DatabaseSession } from '@docfleet/database';
import type { Window } from '../admission/admit-together.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import { countByJob, openResyncRuns } from '../run/resync-runs.ts';
import { nextMoment, type Period } from '../schedule/moments.ts';
import { type LockedDocument, lockedColumns } from './lock-page.ts';
import { queueForResync, resyncRefusal } from './queue-for-resync.ts';

const batchSize = 1_000;

type DueDocument = LockedDocument & { readonly syncFrequency: Period };

/** Documents whose moment has come, for this scheduler alone. */
const lockDueDocuments = (session: DatabaseSession, now: Date) =>
  session.$queryRaw<DueDocument[]>`
    SELECT ${lockedColumns}, documents."syncFrequency" FROM documents
      JOIN namespaces ON namespaces.id = documents."namespaceId" AND namespaces.status = 'ACTIVE'
    WHERE documents."nextSyncAt" <= ${now}::timestamptz AND documents."syncFrequency" <> 'NEVER' AND documents."liveKey" IS NOT NULL
    ORDER BY documents."nextSyncAt" LIMIT ${batchSize} FOR UPDATE OF documents SKIP LOCKED`;

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
  // One that is being read at this moment need not be read once more.
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
 * Resyncs documents whose own moment has come by `now`, which is the database's time, once however many moments were missed; gives
 * the jobs to dispatch, batch by batch. Several schedulers may do this at once.
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
