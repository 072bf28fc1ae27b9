import { createHash } from 'node:crypto';
import { type Database, OcrStrategy } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { z } from 'zod';
import { listingProofs } from '../../deletion/delete-missing.ts';
import { itemReadingOf, readingDefaults } from '../../document/page-fetch.ts';
import type { SourceRun } from '../../run/source-run.ts';
import { withoutTokens } from '../connection.ts';

const ofEach = {
  /** Consent, selection and reading options of the listing: the `extent` of its `SyncPlan`. */
  extent: z.string(),
  /** Whether the listing restarted, or an item changed during it: only another complete listing can show what was missed. */
  isUnsettled: z.boolean(),
  /** Number of parts that the vendor has refused, and its reason for the first. */
  refused: z.object({ parts: z.int(), reason: z.string() }).optional(),
};
/** Start and number of consecutive failures to answer with the next page; absent after a success. */
const failing = z.object({ since: z.iso.datetime(), times: z.int() }).optional();
/** Cursor for the next sync, where the vendor has a change feed. */
const syncCursor = z.string().nullable();

/** A whole listing, or changes: which have named nothing yet, something, or an empty page behind that, where a whole listing may begin. */
const openListing = z.discriminatedUnion('phase', [
  z.object({ ...ofEach, phase: z.literal('WHOLE'), cursor: z.string().nullable(), failing }),
  z.object({ ...ofEach, phase: z.enum(['UNTOUCHED', 'TOUCHED', 'PAUSED']), cursor: z.string(), failing }),
]);
export type OpenListing = z.output<typeof openListing>;

/** A whole listing at its end; `askedTo` is the last document that was looked up among the missing ones. */
const completeListing = z.object({
  ...ofEach,
  phase: z.literal('COMPLETE'),
  proof: z.enum(listingProofs),
  syncCursor,
  askedTo: z.string().optional(),
});
export type CompleteListing = z.output<typeof completeListing>;

/** Progress of a listing, stored with its run so that another worker continues after a crash. PARTIAL: a whole one that was cut short. */
const listingState = z.union([
  openListing,
  completeListing,
  z.object({ ...ofEach, phase: z.literal('PARTIAL') }),
  z.object({ ...ofEach, phase: z.literal('FOLLOWED'), syncCursor }),
]);
export type ListingState = z.output<typeof listingState>;

/** Scope of a sync and the position from which it continues. */
export interface SyncPlan {
  readonly connectionId: string;
  readonly connector: string;
  /** Counts the consents. */
  readonly authorizations: number;
  /** The OAuth client that the tokens were issued to; null where none was. */
  readonly clientId: string | null;
  /** Site to read, of a vendor whose accounts hold several; null where none was chosen. */
  readonly siteId: string | null;
  /** Settings of the sign-in method, without the secret; null where users consent. */
  readonly settings: unknown;
  /** Vendor's ids; undefined: everything. */
  readonly selection: readonly string[] | undefined;
  /** Hash of the job's reading options. */
  readonly reading: string;
  /** Names the consent, the selection and the reading: a cursor of another extent is of no use. */
  readonly extent: string;
  /** Cursor at the end of the last sync with the same extent; undefined when everything has to be listed. */
  readonly syncCursor: string | undefined;
  /** Time of the last whole listing, ISO 8601. */
  readonly listedAt: string | undefined;
  /** Progress of an earlier attempt; undefined also where another version has written it. */
  readonly listing: ListingState | undefined;
  /** Progress as it is stored, for the condition of the next update. */
  readonly storedListing: unknown;
}

/** `listedAt`: when all was listed last. */
const storedCursor = z.object({
  extent: z.string(),
  cursor: z.string(),
  listedAt: z.iso.datetime(),
});

const dayMs = 86_400_000;

/** Tests whether everything is to be listed again: a vendor's list of changes may have left something out, and will not name it again. */
const isOverdue = (listedAt: string | undefined, everyDays: number): boolean =>
  everyDays > 0 && listedAt !== undefined && Date.now() - Date.parse(listedAt) > everyDays * dayMs;

const ids = z.array(z.string()).nullish();
const ocrConfig = z
  .looseObject({ strategy: z.enum(OcrStrategy).optional(), languages: z.array(z.string()).optional() })
  .nullish();

const hashOf = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** Written by the routes as lists of ids. */
const selectionOf = (config: SourceRun['config'], chosen: unknown): readonly string[] | undefined =>
  ids.parse(config['externalIds'] ?? chosen) ?? undefined;

/** An item that was seen and is no document of the run; `reason` says why. */
interface SkippedItem {
  readonly externalId: string;
  readonly name: string;
  readonly reason: string;
}

/** Finds what a connector's run has to list; undefined when its connection is gone. */
export async function findSyncPlan(
  database: Database,
  vault: Vault,
  run: SourceRun,
  /** Days after which a sync lists everything although its vendor reports changes; 0: never. */
  wholeEveryDays = 0,
): Promise<SyncPlan | undefined> {
  const { connectionId, config } = run;
  if (connectionId === null) return undefined;
  const connection = await database.connection.findUnique({
    where: { id: connectionId },
    omit: withoutTokens,
  });
  if (!connection) return undefined;
  const { syncCursor } = await database.ingestJob.findUniqueOrThrow({ where: { id: run.ingestJobId } });
  const { listingProgress } = await database.ingestJobRun.findUniqueOrThrow({
    where: { id: run.id },
  });
  const { connector, authorizations, clientId, siteId, settings } = connection;
  const selection = selectionOf(config, connection.selection);
  const { strategy = readingDefaults.ocrStrategy, languages = [] } =
    ocrConfig.parse(config['ocrConfig']) ?? {};
  const reading = itemReadingOf(vault, {
    ...run,
    ocrStrategy: strategy,
    ocrLanguages: languages,
    htmlContent: config['htmlContent'] === 'WHOLE' ? 'WHOLE' : readingDefaults.htmlContent,
  });
  const site = siteId === null ? [] : [siteId];
  const extent = hashOf([authorizations, selection?.toSorted() ?? null, reading, ...site]);
  // A cursor in another version's format is discarded: everything is listed.
  const { data: known } = storedCursor.safeParse(syncCursor);
  const stored = known?.extent === extent ? known : undefined;
  return {
    connectionId,
    connector,
    authorizations,
    clientId,
    siteId,
    settings,
    selection,
    reading,
    extent,
    syncCursor: isOverdue(stored?.listedAt, wholeEveryDays) ? undefined : stored?.cursor,
    listedAt: stored?.listedAt,
    listing: listingState.safeParse(listingProgress).data,
    storedListing: listingProgress ?? undefined,
  };
}

/** Skipped items and feed positions of a listed page; its documents are stored separately. */
export interface ListedPage {
  readonly skipped: readonly SkippedItem[];
  /** The positions from which the feeds of drives continue. */
  readonly feeds?: Readonly<Record<string, string>>;
}

/**
 * Advances a run's listing by one page, and notes what that named; false when another worker has advanced it, or the run takes no more.
 * A response of the vendor clears the run's message about its outage.
 */
export async function advanceListing(
  database: Database,
  run: SourceRun,
  { from, to, page }: { from: unknown; to: ListingState; page: ListedPage },
): Promise<boolean> {
  const { skipped } = page;
  const feeds = Object.entries(page.feeds ?? {});
  const [row] = await database.$queryRaw<{ advanced: number }[]>`
    WITH advanced AS (
      UPDATE ingest_job_runs SET "listingProgress" = ${JSON.stringify(to)}::jsonb, "updatedAt" = now(), "errorMessage" = NULL
      WHERE id = ${run.id}::uuid AND listing IS NOT NULL
        AND "listingProgress" IS NOT DISTINCT FROM ${from ? JSON.stringify(from) : null}::jsonb
      RETURNING id, "ingestJobId"
    ), skipped AS (
      INSERT INTO ingest_job_run_items ("ingestJobRunId", "externalId", outcome, name, reason)
      SELECT advanced.id, item."externalId", 'SKIPPED', item.name, item.reason
      FROM advanced, unnest(${skipped.map((one) => one.externalId)}::text[], ${skipped.map((one) => one.name)}::text[],
        ${skipped.map((one) => one.reason)}::text[]) AS item("externalId", name, reason)
      ON CONFLICT DO NOTHING
    ), feed AS (
      INSERT INTO connection_feeds ("ingestJobId", extent, drive, "nextCursor")
      SELECT advanced."ingestJobId", ${to.extent}, next.drive, next.cursor
      FROM advanced, unnest(${feeds.map(([drive]) => drive)}::text[], ${feeds.map(([, cursor]) => cursor)}::text[])
        AS next(drive, cursor)
      ON CONFLICT ("ingestJobId", extent, drive) DO UPDATE SET "nextCursor" = EXCLUDED."nextCursor"
    )
    SELECT count(*)::int AS advanced FROM advanced`;
  return (row?.advanced ?? 0) > 0;
}

/** Begins a run's listing again with nothing noted; false when another worker has advanced it, or the run takes no more. */
export async function restartListing(
  database: Database,
  run: SourceRun,
  { from, to }: { from: unknown; to: ListingState },
): Promise<boolean> {
  const [row] = await database.$queryRaw<{ advanced: number }[]>`
    WITH advanced AS (
      UPDATE ingest_job_runs SET "listingProgress" = ${JSON.stringify(to)}::jsonb, "updatedAt" = now()
      WHERE id = ${run.id}::uuid AND listing IS NOT NULL
        AND "listingProgress" IS NOT DISTINCT FROM ${from ? JSON.stringify(from) : null}::jsonb
      RETURNING id, "ingestJobId"
    ), skipped AS (
      DELETE FROM ingest_job_run_items item USING advanced WHERE item."ingestJobRunId" = advanced.id AND outcome = 'SKIPPED'
    ), feed AS (
      UPDATE connection_feeds SET "nextCursor" = NULL FROM advanced
      WHERE connection_feeds."ingestJobId" = advanced."ingestJobId"
    )
    SELECT count(*)::int AS advanced FROM advanced`;
  return (row?.advanced ?? 0) > 0;
}

/** Says with a run why its vendor cannot be read at the moment; the next page that is read ends it. */
export async function noteTrouble(database: Database, run: SourceRun, sentence: string): Promise<void> {
  await database.$executeRaw`
    UPDATE ingest_job_runs SET "errorMessage" = ${sentence}, "updatedAt" = now()
    WHERE id = ${run.id}::uuid AND listing = 'SOURCE'`;
}
