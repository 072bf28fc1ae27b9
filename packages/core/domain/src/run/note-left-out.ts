import type { Database } from '@docfleet/database';

/** An address that a run came upon and that becomes no document of it. */
export interface LeftOut {
  readonly externalId: string;
  /** A sentence, the same for all of its kind: they are counted by it. */
  readonly reason: string;
}

/** A site can make up endlessly many: so many are listed in the account of a run. */
const maxListed = 10_000;
const maxIdLength = 2_048;

/** Notes in the account of a run what its rules left out, each address once, up to 10,000. */
export async function noteLeftOut(
  database: Database,
  ingestJobRunId: string,
  leftOut: readonly LeftOut[],
): Promise<void> {
  const listed = leftOut.filter(({ externalId }) => externalId.length <= maxIdLength);
  if (listed.length === 0) return;
  await database.$executeRaw`
    INSERT INTO ingest_job_run_items ("ingestJobRunId", "externalId", outcome, name, reason)
    SELECT ${ingestJobRunId}::uuid, item."externalId", 'SKIPPED', item."externalId", item.reason
    FROM unnest(${listed.map(({ externalId }) => externalId)}::text[], ${listed.map(({ reason }) => reason)}::text[])
      AS item("externalId", reason)
    LIMIT greatest(0, ${maxListed} - (SELECT count(*) FROM (
      SELECT 1 FROM ingest_job_run_items WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid LIMIT ${maxListed}) AS noted))
    ON CONFLICT DO NOTHING`;
}

/** Counts what a run has read and what its rules left out. */
export async function countRun(
  database: Database,
  ingestJobRunId: string,
): Promise<{ readonly documents: number; readonly leftOut: number }> {
  const [documents, leftOut] = await Promise.all([
    database.ingestJobRunDocument.count({ where: { ingestJobRunId } }),
    database.ingestJobRunItem.count({ where: { ingestJobRunId, outcome: 'SKIPPED' } }),
  ]);
  return { documents, leftOut };
}
