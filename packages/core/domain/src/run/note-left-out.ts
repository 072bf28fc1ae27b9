import type { Database } from '@docfleet/database';

/** An address that a run came upon and that becomes no document of it. */
export interface LeftOut {
  readonly externalId: string;
  /** A sentence, the same for all of its kind: they are counted by it. */
  readonly reason: string;
}

/** Addresses listed in the report of a run; a site can generate any number of them. */
export const maxLeftOutAddresses = 10_000;
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
    LIMIT greatest(0, ${maxLeftOutAddresses} - (SELECT count(*) FROM (
      SELECT 1 FROM ingest_job_run_items WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid LIMIT ${maxLeftOutAddresses}) AS noted))
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

const addressesAtOnce = 5_000;

/** Lists the addresses that a run came upon, those that its rules left out included, some thousand at a time. */
export async function* listMetAddresses(
  database: Database,
  ingestJobRunId: string,
): AsyncGenerator<readonly string[]> {
  for (let after = ''; ; ) {
    const rows = await database.$queryRaw<{ externalId: string }[]>`
      SELECT "externalId" FROM (
        SELECT "externalId" FROM ingest_job_run_items WHERE "ingestJobRunId" = ${ingestJobRunId}::uuid
        UNION
        SELECT document."externalId" FROM ingest_job_run_documents AS taken
        JOIN documents AS document ON document.id = taken."documentId"
        WHERE taken."ingestJobRunId" = ${ingestJobRunId}::uuid) AS met
      WHERE "externalId" > ${after}
      ORDER BY "externalId" LIMIT ${addressesAtOnce}`;
    if (rows.length > 0) yield rows.map(({ externalId }) => externalId);
    if (rows.length < addressesAtOnce) return;
    after = rows.at(-1)?.externalId ?? after;
  }
}
