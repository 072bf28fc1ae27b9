import { type Database, Prisma } from '@docfleet/database';
import { AppError, isErrorCode } from '@docfleet/errors';
import type { Vault } from '@docfleet/secrets';
import { pagesById } from '../../database/pages-by-id.ts';
import { deleteGone } from '../../deletion/delete-missing.ts';
import { missingDocuments } from '../../deletion/missing-documents.ts';
import type { ClaimedDocument } from '../../document/claim.ts';
import { liveKey } from '../../document/find-page.ts';
import { comparableFetch, fetchedVersion, itemReadingOf, type PageFetch } from '../../document/page-fetch.ts';
import type { OutboxJob } from '../../outbox/outbox.ts';
import { itemPathOf } from '../../run/found-document.ts';
import type { SourceRun } from '../../run/source-run.ts';
import type { SyncPlan } from './listing.ts';

/** The connection of an item, and the version of it that was listed. */
interface ConnectionOfItem
  extends Pick<
    SyncPlan,
    'connectionId' | 'connector' | 'authorizations' | 'clientId' | 'siteId' | 'settings'
  > {
  /** The version that was listed last; empty where none was. */
  readonly version: string;
  /** Bytes of that version as they were listed; null where that is not known. */
  readonly sizeBytes: number | null;
}

/** Facts that a worker needs to fetch a claimed item, besides the claim. */
export interface ItemToFetch extends ConnectionOfItem {
  /** Hash of the document's reading options. */
  readonly reading: string;
  /** Last fetch of the searchable content; undefined unless it was read with the same options. */
  readonly visible: PageFetch | undefined;
}

type ItemToFetchRow = Parameters<typeof comparableFetch>[0] &
  Omit<ConnectionOfItem, 'connectionId'> & { readonly connectionId: string | null };

/** Finds how a claimed item is to be fetched; rejects with CONNECTION_UNAUTHORIZED when its connection was removed. */
export async function findItemToFetch(
  database: Database,
  vault: Vault,
  claim: ClaimedDocument,
): Promise<ItemToFetch> {
  const [row] = await database.$queryRaw<ItemToFetchRow[]>`
    SELECT "lastFetch", "activeRevision", documents."contentRevision", generation, connections.id AS "connectionId",
      connections.connector, connections.authorizations, connections."clientId", connections."siteId", connections.settings, coalesce("itemVersion", '') AS version,
      "itemSize"::float8 AS "sizeBytes"
    FROM documents LEFT JOIN connections ON connections.id = documents."connectionId"
    WHERE documents.id = ${claim.id}::uuid`;
  if (!row?.connectionId)
    throw new AppError('CONNECTION_UNAUTHORIZED', 'The connection that the document came from was removed');
  const { lastFetch, activeRevision, contentRevision, generation, ...item } = row;
  const reading = itemReadingOf(vault, claim);
  const stored = { lastFetch, activeRevision, contentRevision, generation };
  const visible = comparableFetch(stored, { reading, generation: claim.generation });
  return { ...item, connectionId: row.connectionId, reading, visible };
}

/** An item that was listed by an earlier run. */
export interface UnreadItem {
  /** Id of the item's document. */
  readonly id: string;
  readonly externalId: string;
  readonly name: string | null;
  readonly version: string | null;
  readonly path: string | null;
}

const batchSize = 200;
/** Matches error codes that are the item's own fault: it is read again only after it has changed. A POSIX expression for PostgreSQL. */
const ownFaults = '^(DOCUMENT_|ITEM_|UNSUPPORTED_FILE_TYPE$|FILE_TOO_LARGE$)';

/** Finds the documents of a condition, in batches in order of their ids. */
const findItems = (
  database: Database,
  condition: Prisma.Sql,
  afterId?: string,
): AsyncGenerator<UnreadItem[]> =>
  pagesById(
    (after) => database.$queryRaw<UnreadItem[]>`
      SELECT id, "externalId", name, "itemVersion" AS version, "itemPath" AS path FROM documents
      WHERE ${condition} AND "liveKey" IS NOT NULL AND id > ${after}::uuid
      ORDER BY id LIMIT ${batchSize}`,
    afterId,
  );

/**
 * Items of the run's job that failed for a reason that may be over (an outage, a wrong key, a revoked connection), or were cancelled,
 * in batches: a list of changes does not name them again.
 */
export const findUnreadItems = (database: Database, run: SourceRun): AsyncGenerator<UnreadItem[]> =>
  findItems(
    database,
    Prisma.sql`"ingestJobId" = ${run.ingestJobId}::uuid
      AND (status = 'CANCELLED' OR status = 'FAILED' AND "errorCode" !~ ${ownFaults})`,
  );

/** Items of the run's job that its listing did not name, behind a document, in batches. */
export const findMissingItems = (
  database: Database,
  run: SourceRun,
  afterId?: string,
): AsyncGenerator<UnreadItem[]> => findItems(database, missingDocuments(run), afterId);

/** Stored state of an item that a listing names. */
export interface StoredItem {
  /** The version that was listed last. */
  readonly version: string | null;
  /** Whether this run has come upon it before. */
  readonly isInRun: boolean;
  /** Last fetch of the searchable content; undefined unless it was read with the same options. */
  readonly visible: PageFetch | undefined;
  /** Failure of reading this version with the same options, when the content itself caused it; undefined otherwise. */
  readonly unreadable: { readonly version: string; readonly failure: AppError } | undefined;
}

type StoredItemRow = Parameters<typeof comparableFetch>[0] & {
  readonly externalId: string;
  readonly namespaceGeneration: number;
  readonly version: string | null;
  readonly isInRun: boolean;
  /** Error code of a document that failed by a fault of its own. */
  readonly errorCode: string | null;
  readonly ingestionError: string | null;
};

function unreadableOf(
  { lastFetch, errorCode, ingestionError }: StoredItemRow,
  reading: string,
): StoredItem['unreadable'] {
  const version = fetchedVersion(lastFetch, reading);
  if (version === undefined || errorCode === null || !isErrorCode(errorCode)) return undefined;
  return { version, failure: new AppError(errorCode, ingestionError ?? '') };
}

/** The documents of items, by the items' external ids; items without one are absent. */
export async function findStoredItems(
  database: Database,
  run: SourceRun,
  { reading, externalIds }: { reading: string; externalIds: readonly string[] },
): Promise<Map<string, StoredItem>> {
  const keys = externalIds.map((externalId) => liveKey(run.tenantId, externalId));
  const rows = await database.$queryRaw<StoredItemRow[]>`
    SELECT document."externalId", document."lastFetch", document."activeRevision", document."contentRevision", document.generation,
      document."itemVersion" AS version, namespaces.generation AS "namespaceGeneration",
      CASE WHEN document.status = 'FAILED' AND document."errorCode" ~ ${ownFaults} THEN document."errorCode" END AS "errorCode",
      document."ingestionError",
      EXISTS (
        SELECT 1 FROM ingest_job_run_documents item
        WHERE item."ingestJobRunId" = ${run.id}::uuid AND item."documentId" = document.id) AS "isInRun"
    FROM unnest(${keys}::bytea[]) AS wanted(key) CROSS JOIN LATERAL (
        SELECT * FROM documents WHERE "namespaceId" = ${run.namespaceId}::uuid AND "liveKey" = wanted.key LIMIT 1) AS document
      JOIN namespaces ON namespaces.id = document."namespaceId"`;
  return new Map(
    rows.map(({ externalId, version, isInRun, ...row }) => [
      externalId,
      {
        version,
        isInRun,
        visible: comparableFetch(row, { reading, generation: row.namespaceGeneration }),
        unreadable: unreadableOf({ externalId, version, isInRun, ...row }, reading),
      },
    ]),
  );
}

/** Deletes documents of the run's connection that their vendor says are gone; returns the jobs to dispatch, batch by batch. */
export async function* deleteItems(
  database: Database,
  run: SourceRun,
  externalIds: readonly string[],
): AsyncGenerator<OutboxJob[]> {
  if (externalIds.length === 0) return;
  yield* deleteGone(database, run, {
    reason: 'The vendor says that it was deleted',
    condition: Prisma.sql`"namespaceId" = ${run.namespaceId}::uuid AND "connectionId" = ${run.connectionId}::uuid
      AND "externalId" = ANY(${externalIds}::text[])`,
  });
}

/** Paths that a page of changes says something of. */
interface ChangedPaths {
  readonly deletedPaths: readonly string[];
  readonly folderPaths: readonly string[];
  /** Items that the page names at their paths: these came after the deletion. */
  readonly present: readonly string[];
}

/** The paths of the folders that a path lies in, and itself: each document is looked at once, however many paths are gone. */
const isAtOrBelow = (gone: readonly (string | null)[]) => Prisma.sql`EXISTS (
  SELECT 1 FROM generate_series(1, cardinality(string_to_array("itemPath", '/'))) AS depth
  WHERE array_to_string((string_to_array("itemPath", '/'))[1:depth], '/') = ANY(${gone}::text[]))`;

/** Deletes items at or below deleted paths, and files whose path is a folder now. Paths are compared case-insensitively. */
export async function* deleteItemsAt(
  database: Database,
  run: SourceRun,
  { deletedPaths, folderPaths, present }: ChangedPaths,
): AsyncGenerator<OutboxJob[]> {
  if (deletedPaths.length + folderPaths.length === 0) return;
  yield* deleteGone(database, run, {
    reason: 'The vendor says that it was deleted or replaced, or a folder that it lay in',
    condition: Prisma.sql`"connectionId" = ${run.connectionId}::uuid AND "externalId" <> ALL(${present}::text[])
      AND ("itemPath" = ANY(${folderPaths.map(itemPathOf)}::text[]) OR ${isAtOrBelow(deletedPaths.map(itemPathOf))})`,
  });
}
