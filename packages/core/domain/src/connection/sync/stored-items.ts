import type { Database } from '@docfleet/database';
import { AppError, isErrorCode } from '@docfleet/errors';
import { liveKey } from '../../document/find-live.ts';
import { comparableFetch, fetchedVersion, type PageFetch } from '../../document/page-fetch.ts';
import type { SourceRun } from '../../run/source-run.ts';
import { ownFaults } from './unread-items.ts';

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

type Row = Parameters<typeof comparableFetch>[0] & {
  readonly externalId: string;
  readonly namespaceGeneration: number;
  readonly version: string | null;
  readonly isInRun: boolean;
  /** Error code of a document that failed by a fault of its own. */
  readonly errorCode: string | null;
  readonly ingestionError: string | null;
};

function unreadableOf(
  { lastFetch, errorCode, ingestionError }: Row,
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
  const rows = await database.$queryRaw<Row[]>`
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
