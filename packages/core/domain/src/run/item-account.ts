import type { Database } from '@docfleet/database';
import { type Column, columnChanges, columnRows } from '../database/columns.ts';
import { type DeletionState, deletionState } from '../deletion/missing-documents.ts';
import { type SourceValues, sourceColumnsOf } from '../document/fields.ts';
import { liveKey } from '../document/find-page.ts';
import { endedStatuses } from '../document/transitions.ts';
import { isReadable } from '../ingest/accept-source.ts';
import { itemPathOf } from './found-document.ts';
import type { SourceRun } from './source-run.ts';

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

/** A document whose content is as it was. */
export interface UnchangedDocument {
  readonly externalId: string;
  /** Properties of a connection's item that may have changed although its content has not. */
  readonly item?: {
    readonly connectionId: string;
    readonly name: string;
    readonly path: string | null;
    readonly version: string;
  } & SourceValues;
  /** Values of its source fields where it is no item of a connection. */
  readonly source?: SourceValues;
}

/** Columns of a run's unchanged documents. */
const unchangedColumns = (run: SourceRun): readonly Column<UnchangedDocument>[] => [
  { name: 'liveKey', type: 'bytea', value: ({ externalId }) => liveKey(run.tenantId, externalId) },
  { name: 'connectionId', type: 'uuid', value: ({ item }) => item?.connectionId ?? null, change: 'keep' },
  { name: 'name', type: 'text', value: ({ item }) => item?.name ?? null, change: 'keep' },
  { name: 'itemPath', type: 'text', value: ({ item }) => itemPathOf(item?.path), change: 'keep' },
  { name: 'itemVersion', type: 'text', value: ({ item }) => item?.version ?? null, change: 'keep' },
  ...sourceColumnsOf(({ item, source }: UnchangedDocument) => item ?? source),
];

/** Records unchanged documents in a run, as SUCCESS; their visible content stays. A document that another run is processing stays with that run. */
export async function noteUnchanged(
  database: Database,
  run: SourceRun,
  unchanged: readonly UnchangedDocument[],
): Promise<void> {
  if (unchanged.length === 0) return;
  const columns = unchangedColumns(run);
  await database.$executeRaw`
    WITH given AS (
      SELECT * FROM ${columnRows('given', columns, unchanged)}
    ), wanted AS (
      SELECT id, status FROM documents WHERE id IN (
        SELECT living.id FROM given CROSS JOIN LATERAL (
          SELECT id FROM documents WHERE "namespaceId" = ${run.namespaceId}::uuid AND "liveKey" = given."liveKey" LIMIT 1) AS living)
      ORDER BY id FOR UPDATE
    ), document AS (
      UPDATE documents SET status = 'SUCCESS', "errorCode" = NULL, "ingestionError" = NULL, "lastSyncedAt" = now(), "updatedAt" = now(),
        "ingestJobRunId" = ${run.id}::uuid, "ingestJobId" = ${run.ingestJobId}::uuid,
        ${columnChanges(columns, 'given')}
      FROM wanted, given WHERE documents.id = wanted.id AND wanted.status = ANY(${endedStatuses}::"DocumentStatus"[])
        AND documents."activeRevision" IS NOT NULL AND documents."liveKey" = given."liveKey"
    )
    INSERT INTO ingest_job_run_documents ("ingestJobRunId", "documentId", outcome, "isUnchanged")
    SELECT ${run.id}::uuid, id, 'SUCCESS', true FROM wanted
    ON CONFLICT DO NOTHING`;
}

/** Outcomes of an item that a run found in its source. */
export const itemParts = ['pending', 'searchable', 'unchanged', 'skipped', 'failed', 'deleted'] as const;
type ItemPart = (typeof itemParts)[number];

/** Reason why items were skipped, failed or were deleted, with the number of items. */
interface ItemReason {
  readonly part: ItemPart;
  readonly reason: string;
  readonly items: number;
}

/** The account of a run: each item that it came upon is in exactly one part, and `found` is their sum. */
export interface ItemAccount extends Readonly<Record<ItemPart, number>> {
  readonly found: number;
  /** The most frequent ones. */
  readonly reasons: readonly ItemReason[];
  readonly skippedItems: readonly {
    readonly externalId: string;
    readonly name: string;
    readonly reason: string;
  }[];
  /** Deletion that the run proposed and that needs or needed confirmation; null when none did. */
  readonly deletion: DeletionState | null;
}

/** Maximum number of skipped items that a run lists individually. */
export const maxSkippedListed = 100;
/** Reasons that it counts. */
export const maxReasons = 50;

/** The items of a run, each in its part. */
const countParts = (database: Database, runId: string) =>
  database.$queryRaw<{ part: ItemPart; reason: string | null; items: number }[]>`
    SELECT part, reason, sum(items)::int AS items FROM (
      SELECT CASE WHEN outcome IS NULL THEN 'pending' WHEN outcome <> 'SUCCESS' THEN 'failed'
          WHEN "isUnchanged" THEN 'unchanged' ELSE 'searchable' END AS part,
        CASE WHEN outcome <> 'SUCCESS' THEN coalesce(error, outcome::text) END AS reason, 1 AS items
      FROM ingest_job_run_documents WHERE "ingestJobRunId" = ${runId}::uuid
      UNION ALL
      SELECT lower(outcome::text), reason, 1 FROM ingest_job_run_items WHERE "ingestJobRunId" = ${runId}::uuid
    ) AS item GROUP BY part, reason ORDER BY items DESC, reason`;

async function listSkipped(database: Database, ingestJobRunId: string) {
  const rows = await database.ingestJobRunItem.findMany({
    where: { ingestJobRunId, outcome: 'SKIPPED' },
    orderBy: { externalId: 'asc' },
    take: maxSkippedListed,
    select: { externalId: true, name: true, reason: true },
  });
  return rows.map(({ name, ...row }) => ({ ...row, name: name ?? '' }));
}

/** Reads the account of a run; null where it reads no source, as that of a text or a file. */
export async function readItemAccount(database: Database, runId: string): Promise<ItemAccount | null> {
  const { job, deletion } = await database.ingestJobRun.findUniqueOrThrow({
    where: { id: runId },
    select: { job: { select: { source: true } }, deletion: true },
  });
  if (!isReadable(job.source)) return null;
  const counted = await countParts(database, runId);
  const sums: Record<ItemPart, number> = {
    pending: 0,
    searchable: 0,
    unchanged: 0,
    skipped: 0,
    failed: 0,
    deleted: 0,
  };
  for (const { part, items } of counted) sums[part] += items;
  const reasons = counted.flatMap(({ reason, ...one }) => (reason === null ? [] : [{ ...one, reason }]));
  return {
    ...sums,
    found: counted.reduce((sum, { items }) => sum + items, 0),
    reasons: reasons.slice(0, maxReasons),
    skippedItems: await listSkipped(database, runId),
    deletion: deletionState.nullish().parse(deletion) ?? null,
  };
}
