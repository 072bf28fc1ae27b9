import type { Database } from '@docfleet/database';
import { type DeletionState, deletionState } from '../deletion/missing-documents.ts';
import { isReadable } from '../ingest/source-queue.ts';

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
