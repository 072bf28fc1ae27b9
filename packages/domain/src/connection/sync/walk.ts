import { createHash } from 'node:crypto';
import type { ConnectorType, Database, OcrStrategy } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { itemReadingOf } from '../../document/page-fetch.ts';
import type { SourceRun } from '../../run/source-run.ts';
import { withoutTokens } from '../connection.ts';

/** How far the listing of a connection's items has come; it lies with its run, so that another worker goes on where one died. */
export interface Walk {
  /** What is being listed, as `SyncPlan` names it. */
  readonly extent: string;
  /** Whether it began without the cursor of an earlier sync. */
  readonly isWhole: boolean;
  /** Of the next page; null for the first one of a whole walk. */
  readonly cursor: string | null;
  /** Whether a page has named anything. */
  readonly isTouched: boolean;
  /** Whether an empty page came after that: there a list of changes may have turned into a whole walk. */
  readonly hasPaused: boolean;
  /** Whether the listing began again, or an item changed under it: only another whole walk can tell what was missed. */
  readonly isUnsettled: boolean;
  /** What its last page said; null before. */
  readonly end: { readonly isComplete: boolean; readonly syncCursor: string | null } | null;
}

/** What a run has to list, and from where. */
export interface SyncPlan {
  readonly connectionId: string;
  readonly connector: ConnectorType;
  /** Counts the consents. */
  readonly authorizations: number;
  /** Vendor's ids; undefined: everything. */
  readonly selection: readonly string[] | undefined;
  /** How the job wants its items read. */
  readonly reading: string;
  /** Names the consent, the selection and the reading: a cursor of another extent is of no use. */
  readonly extent: string;
  /** Where the last sync of the same extent ended. */
  readonly syncCursor: string | undefined;
  /** How far an earlier attempt came. */
  readonly walk: Walk | undefined;
}

interface StoredCursor {
  readonly extent: string;
  readonly cursor: string;
}

const hashOf = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Written by the routes as lists of ids. */
function selectionOf(config: SourceRun['config'], chosen: unknown): readonly string[] | undefined {
  const ids = (config['externalIds'] ?? chosen) as readonly string[] | null | undefined;
  return ids ?? undefined;
}

/** Finds what a connector's run has to list; undefined when its connection is gone. */
export async function findSyncPlan(
  database: Database,
  vault: Vault,
  run: SourceRun,
): Promise<SyncPlan | undefined> {
  const { connectionId, config } = run;
  if (connectionId === null) return undefined;
  const connection = await database.connection.findUnique({
    where: { id: connectionId },
    omit: withoutTokens,
  });
  if (!connection) return undefined;
  const { syncCursor } = await database.ingestJob.findUniqueOrThrow({ where: { id: run.ingestJobId } });
  const { walk } = await database.ingestJobRun.findUniqueOrThrow({ where: { id: run.id } });
  const { connector, authorizations } = connection;
  const selection = selectionOf(config, connection.selection);
  const { strategy = 'BASIC_PARSER' } = (config['ocrConfig'] ?? {}) as { strategy?: OcrStrategy };
  const reading = itemReadingOf(vault, { ...run, ocrStrategy: strategy });
  const extent = hashOf([authorizations, selection?.toSorted() ?? null, reading]);
  const stored = syncCursor as unknown as StoredCursor | null;
  return {
    ...{ connectionId, connector, authorizations, selection, reading, extent },
    syncCursor: stored?.extent === extent ? stored.cursor : undefined,
    walk: (walk as unknown as Walk | null) ?? undefined,
  };
}

/** What a page of the listing named. */
export interface ListedPage {
  readonly found: number;
  readonly skipped: readonly {
    readonly externalId: string;
    readonly name: string;
    readonly reason: string;
  }[];
}

/** Skipped items that a run tells of one by one. */
export const mostSkippedListed = 100;

/**
 * Moves a run's walk on by one page, and counts what that named; false when another worker has moved it, or the run takes no more.
 */
export async function moveWalk(
  database: Database,
  ingestJobRunId: string,
  { from, to, page }: { from: Walk | undefined; to: Walk; page: ListedPage },
): Promise<boolean> {
  const skipped = JSON.stringify(page.skipped.slice(0, mostSkippedListed));
  const moved = await database.$executeRaw`
    UPDATE ingest_job_runs SET walk = ${JSON.stringify(to)}::jsonb, "updatedAt" = now(),
      "itemsFound" = "itemsFound" + ${page.found}, "itemsSkipped" = "itemsSkipped" + ${page.skipped.length},
      "skippedItems" = jsonb_path_query_array(
        coalesce("skippedItems", '[]') || ${skipped}::jsonb, ${`$[0 to ${mostSkippedListed - 1}]`}::jsonpath)
    WHERE id = ${ingestJobRunId}::uuid AND intake IS NOT NULL
      AND walk IS NOT DISTINCT FROM ${from ? JSON.stringify(from) : null}::jsonb`;
  return moved > 0;
}

/** Begins a run's walk again with nothing counted; false when another worker has moved it, or the run takes no more. */
export async function restartWalk(
  database: Database,
  ingestJobRunId: string,
  { from, to }: { from: Walk | undefined; to: Walk },
): Promise<boolean> {
  const moved = await database.$executeRaw`
    UPDATE ingest_job_runs SET walk = ${JSON.stringify(to)}::jsonb, "updatedAt" = now(), "itemsFound" = 0, "itemsSkipped" = 0,
      "skippedItems" = NULL
    WHERE id = ${ingestJobRunId}::uuid AND intake IS NOT NULL
      AND walk IS NOT DISTINCT FROM ${from ? JSON.stringify(from) : null}::jsonb`;
  return moved > 0;
}
