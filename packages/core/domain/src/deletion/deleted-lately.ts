import type { Database } from '@docfleet/database';
import type { SourceRun } from '../run/source-run.ts';

/** Reason for deleting a document that its source no longer lists, and that was not looked up by itself. */
export const notListed = 'It is no longer among what its source lists';
/** The reason of a deletion where the source was asked, and named the item as gone. */
export const saidToBeGone = 'Its source no longer lists it, and says that it is gone';

/** A list that is too short for longer than a week has become another list, and not met a fault. */
const days = 7;

/**
 * Counts what the runs of a job have deleted within a week because it was not listed, without a confirmation and without having asked for
 * it: a source that shrinks a little with each run would be emptied by limits that begin anew with each.
 */
export async function countDeletedLately(database: Database, { ingestJobId }: SourceRun): Promise<number> {
  const [counted] = await database.$queryRaw<[{ deleted: number }]>`
    SELECT count(*)::int AS deleted FROM ingest_job_runs run JOIN ingest_job_run_items item ON item."ingestJobRunId" = run.id
    WHERE run."ingestJobId" = ${ingestJobId}::uuid AND run."createdAt" > now() - ${days} * interval '1 day'
      AND NOT coalesce((run.deletion ->> 'isConfirmed')::boolean, false)
      AND item.outcome = 'DELETED' AND item.reason = ${notListed}`;
  return counted.deleted;
}
