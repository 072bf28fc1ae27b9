import { type Database, Prisma } from '@docfleet/database';
import { type Actor, recordAuditEvent } from '../audit-event/record-audit-event.ts';
import { sourceJob } from '../ingest/source-queue.ts';
import { type OutboxJob, outboxRows } from '../outbox/outbox.ts';
import { closeListing } from '../run/listing.ts';
import type { SourceRun } from '../run/source-run.ts';
import { type DeletionState, deletionState } from './missing-documents.ts';

/** Stops a run before it deletes, until it is confirmed or cancelled; one that takes no more stays as it is. */
export async function askForConfirmation(
  database: Database,
  run: SourceRun,
  deletion: DeletionState,
): Promise<void> {
  const { missing, documents } = deletion;
  const sentence = `The listing did not name ${missing} of ${documents} documents: they are deleted once this is confirmed`;
  await database.$executeRaw`
    UPDATE ingest_job_runs SET listing = 'CONFIRMATION', status = 'NEEDS_CONFIRMATION', deletion = ${JSON.stringify(deletion)}::jsonb,
      "errorMessage" = ${sentence}, "updatedAt" = now()
    WHERE id = ${run.id}::uuid AND listing = 'SOURCE'`;
}

/** Tests whether the deletions that a run has found may be made. */
export async function isDeletionConfirmed(database: Database, run: SourceRun): Promise<boolean> {
  const { deletion } = await database.ingestJobRun.findUniqueOrThrow({ where: { id: run.id } });
  return deletionState.nullish().parse(deletion)?.isConfirmed ?? false;
}

/** Closes earlier runs of the same job that wait for a confirmation, because the newer run detects the missing documents itself. */
export async function closeUnconfirmed(database: Database, run: SourceRun): Promise<void> {
  const waiting = await database.ingestJobRun.findMany({
    where: { ingestJobId: run.ingestJobId, listing: 'CONFIRMATION', id: { lt: run.id } },
    select: { id: true },
  });
  if (waiting.length === 0) return;
  const errorMessage = 'A newer sync took its place before its deletions were confirmed: nothing was deleted';
  const ids = waiting.map(({ id }) => id);
  await closeListing(database, ids, { errorMessage, endsAs: 'COMPLETED_WITH_ERRORS' });
}

/** Lets a run that waits for it delete what its listing did not name; undefined when it does not wait. */
export async function confirmDeletion(
  database: Database,
  actor: Actor,
  { id, tenantId }: { readonly id: string; readonly tenantId: string | null },
): Promise<OutboxJob[] | undefined> {
  return database.$transaction(async (session) => {
    // What is missing is asked for again, where it is asked for: days may have passed.
    const [confirmed] = await session.$queryRaw<{ deletion: unknown; source: string }[]>`
      UPDATE ingest_job_runs run SET listing = 'SOURCE', status = 'PROCESSING', "errorMessage" = NULL, "updatedAt" = now(),
        deletion = run.deletion || '{"isConfirmed": true}', "listingProgress" = "listingProgress" - 'askedTo'
      FROM ingest_jobs job WHERE run.id = ${id}::uuid AND run.listing = 'CONFIRMATION' AND job.id = run."ingestJobId"
      RETURNING run.deletion, job.source`;
    if (!confirmed) return undefined;
    const { missing } = deletionState.parse(confirmed.deletion);
    await recordAuditEvent(session, actor, {
      action: 'ingest_job_run.deletion_confirmed',
      targetType: 'ingest_job_run',
      targetId: id,
      tenantId,
      details: { documents: missing },
    });
    const job = sourceJob(confirmed.source, id);
    const jobs = job ? [job] : [];
    await session.$executeRaw(Prisma.sql`
      INSERT INTO outbox_entries (id, queue, payload) SELECT entry.id, entry.queue, entry.payload FROM ${outboxRows(jobs)}`);
    return jobs;
  });
}
