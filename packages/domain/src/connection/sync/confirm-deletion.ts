import { type Database, Prisma } from '@docfleet/database';
import { syncConnection } from '@docfleet/queues';
import { z } from 'zod';
import { type Actor, recordAuditEvent } from '../../audit-event/record-audit-event.ts';
import { createOutboxJob, type OutboxJob, outboxRows } from '../../outbox/outbox.ts';
import { closeListing } from '../../run/listing.ts';
import type { SourceRun } from '../../run/source-run.ts';
import { missingDocuments } from '../../run/vanished.ts';

/** What a sync wants to delete because its listing did not name it. */
export const deletionState = z.object({
  missing: z.int(),
  /** Of so many documents of the job. */
  documents: z.int(),
  examples: z.array(z.object({ externalId: z.string(), name: z.string().nullable() })),
  isConfirmed: z.boolean(),
});
export type DeletionState = z.output<typeof deletionState>;

/** How much may be deleted without being confirmed. */
export interface DeletionLimits {
  readonly percent: number;
  readonly documents: number;
}

const maxExamples = 10;

/** Counts what a run's listing did not name of its job's documents. */
export async function countMissing(database: Database, run: SourceRun): Promise<DeletionState> {
  const [counted] = await database.$queryRaw<{ missing: number; documents: number }[]>`
    SELECT count(*) FILTER (WHERE ${missingDocuments(run)})::int AS missing, count(*)::int AS documents
    FROM documents WHERE "ingestJobId" = ${run.ingestJobId}::uuid AND "liveKey" IS NOT NULL`;
  const { missing = 0, documents = 0 } = counted ?? {};
  const examples =
    missing === 0
      ? []
      : await database.$queryRaw<DeletionState['examples']>`
          SELECT "externalId", name FROM documents WHERE ${missingDocuments(run)} AND "liveKey" IS NOT NULL
          ORDER BY id LIMIT ${maxExamples}`;
  return { missing, documents, examples, isConfirmed: false };
}

/** Whether so much may not be deleted on a listing's word alone. */
export const needsConfirmation = ({ missing, documents }: DeletionState, limits: DeletionLimits): boolean =>
  missing > limits.documents || missing * 100 > documents * limits.percent;

/** Stops a run before it deletes, until it is confirmed or cancelled; false when it takes no more. */
export async function askForConfirmation(
  database: Database,
  run: SourceRun,
  deletion: DeletionState,
): Promise<boolean> {
  const { missing, documents } = deletion;
  const sentence = `The listing did not name ${missing} of ${documents} documents: they are deleted once this is confirmed`;
  const stopped = await database.$executeRaw`
    UPDATE ingest_job_runs SET listing = 'CONFIRMATION', status = 'NEEDS_CONFIRMATION', deletion = ${JSON.stringify(deletion)}::jsonb,
      "errorMessage" = ${sentence}, "updatedAt" = now()
    WHERE id = ${run.id}::uuid AND listing = 'SOURCE'`;
  return stopped > 0;
}

/** Ends earlier runs of the same job that wait for a confirmation: the newer one finds by itself what is missing. */
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
    const [confirmed] = await session.$queryRaw<{ deletion: unknown }[]>`
      UPDATE ingest_job_runs SET listing = 'SOURCE', status = 'PROCESSING', "errorMessage" = NULL, "updatedAt" = now(),
        deletion = deletion || '{"isConfirmed": true}', "listingProgress" = "listingProgress" - 'askedTo'
      WHERE id = ${id}::uuid AND listing = 'CONFIRMATION'
      RETURNING deletion`;
    if (!confirmed) return undefined;
    const { missing } = deletionState.parse(confirmed.deletion);
    await recordAuditEvent(session, actor, {
      action: 'ingest_job_run.deletion_confirmed',
      targetType: 'ingest_job_run',
      targetId: id,
      tenantId,
      details: { documents: missing },
    });
    const jobs = [createOutboxJob(syncConnection, { ingestJobRunId: id })];
    await session.$executeRaw(Prisma.sql`
      INSERT INTO outbox_entries (id, queue, payload) SELECT entry.id, entry.queue, entry.payload FROM ${outboxRows(jobs)}`);
    return jobs;
  });
}
