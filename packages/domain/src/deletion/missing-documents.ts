import { type Database, Prisma } from '@docfleet/database';
import { z } from 'zod';
import type { SourceRun } from '../run/source-run.ts';

/** What a run wants to delete because its source did not name it. */
export const deletionState = z.object({
  missing: z.int(),
  /** Of so many documents of the job. */
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

/** Counts the documents of a run's job that the run has not found, with examples. */
export async function countMissing(database: Database, run: SourceRun): Promise<DeletionState> {
  const [{ missing, documents }] = await database.$queryRaw<[{ missing: number; documents: number }]>`
    SELECT count(*) FILTER (WHERE ${missingDocuments(run)})::int AS missing, count(*)::int AS documents
    FROM documents WHERE "ingestJobId" = ${run.ingestJobId}::uuid AND "liveKey" IS NOT NULL`;
  const examples =
    missing === 0
      ? []
      : await database.$queryRaw<DeletionState['examples']>`
          SELECT "externalId", name FROM documents WHERE ${missingDocuments(run)} AND "liveKey" IS NOT NULL
          ORDER BY id LIMIT ${maxExamples}`;
  return { missing, documents, examples, isConfirmed: false };
}
