import { type Database, Prisma } from '@docfleet/database';
import { z } from 'zod';
import { type Actor, recordAuditEvent } from '../audit-event/audit-events.ts';
import { sourceJob } from '../ingest/accept-source.ts';
import { type OutboxJob, outboxRows } from '../outbox/outbox.ts';
import { closeListing, type SourceRun } from '../run/source-run.ts';

/** Maximum share and number of documents that a listing may delete without a confirmation. */
export interface DeletionLimits {
  readonly percent: number;
  readonly documents: number;
}

/** The settings of every service that reads sources. */
export const deletionSettings = {
  SYNC_DELETION_PERCENT: z.coerce
    .number()
    .min(0)
    .max(100)
    .default(20)
    .describe(
      'Share of a job’s documents that a run deletes without a confirmation when its source no longer names them',
    ),
  SYNC_DELETION_DOCUMENTS: z.coerce
    .number()
    .int()
    .min(0)
    .default(100)
    .describe('Documents that a run deletes without a confirmation when its source no longer names them'),
};

export const deletionLimitsOf = (config: z.output<z.ZodObject<typeof deletionSettings>>): DeletionLimits => ({
  percent: config.SYNC_DELETION_PERCENT,
  documents: config.SYNC_DELETION_DOCUMENTS,
});

/** Documents that a run proposes to delete because its source no longer names them. */
export const deletionState = z.object({
  missing: z.int(),
  /** Number of the job's documents before the run. */
  documents: z.int(),
  examples: z.array(z.object({ externalId: z.string(), name: z.string().nullable() })),
  isConfirmed: z.boolean(),
});
export type DeletionState = z.output<typeof deletionState>;

const maxExamples = 10;

/** A condition on `documents`: of the run's job, and not found by the run. */
export const missingDocuments = (run: SourceRun): Prisma.Sql => Prisma.sql`
  "ingestJobId" = ${run.ingestJobId}::uuid AND "ingestionSource" = ${run.source}
    AND NOT EXISTS (
      SELECT 1 FROM ingest_job_run_documents item
      WHERE item."ingestJobRunId" = ${run.id}::uuid AND item."documentId" = documents.id)`;

/** Tests whether a run has found much missing that no one has confirmed. */
const isDoubted = (run: Prisma.Sql) => Prisma.sql`
  ${run}.deletion IS NOT NULL AND NOT coalesce((${run}.deletion ->> 'isConfirmed')::boolean, false)`;

/**
 * A condition on `documents`: not added by the run, nor since the first of the earlier runs that asked for a confirmation and were followed
 * by none that was confirmed or missed too little to ask. Another account's items, or another site's pages, would otherwise make those
 * that they displace a small share.
 */
const wasThereBefore = (run: SourceRun): Prisma.Sql => Prisma.sql`
  NOT (documents."ingestJobRunId" = ${run.id}::uuid AND documents.revision = 1 AND NOT EXISTS (
      SELECT 1 FROM ingest_job_run_documents item
      WHERE item."ingestJobRunId" = ${run.id}::uuid AND item."documentId" = documents.id AND item."isUnchanged"))
    AND documents."createdAt" < coalesce((
      SELECT min(asked."createdAt") FROM ingest_job_runs asked
      WHERE asked."ingestJobId" = ${run.ingestJobId}::uuid AND asked.id < ${run.id}::uuid AND ${isDoubted(Prisma.sql`asked`)}
        AND asked.id > coalesce((
          SELECT settled.id FROM ingest_job_runs settled
          WHERE settled."ingestJobId" = ${run.ingestJobId}::uuid AND settled.id < ${run.id}::uuid
            AND NOT (${isDoubted(Prisma.sql`settled`)}) AND (settled.deletion IS NOT NULL OR settled.status = 'COMPLETED')
          ORDER BY settled.id DESC LIMIT 1), '00000000-0000-0000-0000-000000000000')), 'infinity')`;

/** Returns how many documents of the job the run did not find, how many there were before, and examples of the missing ones. */
export async function countMissing(database: Database, run: SourceRun): Promise<DeletionState> {
  const [{ missing, documents }] = await database.$queryRaw<[{ missing: number; documents: number }]>`
    SELECT count(*) FILTER (WHERE ${missingDocuments(run)})::int AS missing,
      count(*) FILTER (WHERE (${wasThereBefore(run)}) OR (${missingDocuments(run)}))::int AS documents
    FROM documents WHERE "ingestJobId" = ${run.ingestJobId}::uuid AND "liveKey" IS NOT NULL`;
  const examples =
    missing === 0
      ? []
      : await database.$queryRaw<DeletionState['examples']>`
          SELECT "externalId", name FROM documents WHERE ${missingDocuments(run)} AND "liveKey" IS NOT NULL
          ORDER BY id LIMIT ${maxExamples}`;
  return { missing, documents, examples, isConfirmed: false };
}

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
    // Missing documents are confirmed again for sources that need it: days may have passed.
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
