import type { Database, DatabaseSession } from '@docfleet/database';
import type { Window } from '../admission/admit-together.ts';
import { type Actor, recordAuditEvent } from '../audit-event/record-audit-event.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import { closeListing } from '../run/listing.ts';
import { countByJob, openResyncRuns } from '../run/resync-runs.ts';
import type { DocumentFilter } from './filter.ts';
import { batchSize, beforeAll, type LockedDocument, lockPage } from './lock-page.ts';
import { queueForResync, resyncRefusal } from './queue-for-resync.ts';

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
  let after = beforeAll;
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
      if (page.length < batchSize) return;
      after = page.at(-1)?.id ?? after;
    }
  } finally {
    await closeListing(database, [...open.values()]);
  }
}
