import { type Database, Prisma } from '@docfleet/database';
import { z } from 'zod';
import type { SourceRun } from '../run/source-run.ts';

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

/** Counts the documents of a run's job that the run has not found, of how many that were there before, with examples. */
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
