import type { Database } from '@docfleet/database';
import { type NotReadKind, notReadKinds } from '@docfleet/text/not-read';
import { z } from 'zod';

/** Amount of one kind of content that could not be read in the documents of a run. */
export interface NotReadOfRun {
  readonly what: NotReadKind;
  readonly count: number;
  /** The number of documents that lack it. */
  readonly documents: number;
}

// A worker of a newer version may know more kinds.
const kind = z.enum(notReadKinds).catch('OTHER');

/** Counts the parts that the texts of a run's documents lack, by kind, the most frequent first. */
export async function countNotRead(database: Database, runId: string): Promise<NotReadOfRun[]> {
  const rows = await database.$queryRaw<NotReadOfRun[]>`
    SELECT part ->> 'what' AS what, sum((part ->> 'count')::bigint)::float AS count, count(*)::int AS documents
    FROM ingest_job_run_documents, jsonb_array_elements("notRead") AS part
    WHERE "ingestJobRunId" = ${runId}::uuid AND "notRead" IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`;
  return rows.map((row) => ({ ...row, what: kind.parse(row.what) }));
}
