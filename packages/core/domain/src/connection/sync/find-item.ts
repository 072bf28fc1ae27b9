import type { Database } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { Vault } from '@docfleet/secrets';
import type { ClaimedDocument } from '../../document/claim.ts';
import { comparableFetch, itemReadingOf, type PageFetch } from '../../document/page-fetch.ts';

/** Facts that a worker needs to fetch a claimed item, besides the claim. */
export interface ItemToFetch {
  readonly connectionId: string;
  readonly connector: string;
  /** Counts the consents. */
  readonly authorizations: number;
  /** The OAuth client that its tokens were issued to; null where none was. */
  readonly clientId: string | null;
  readonly siteId: string | null;
  /** Settings of the sign-in method, without the secret; null where users consent. */
  readonly settings: unknown;
  /** The version that was listed last; empty where none was. */
  readonly version: string;
  /** Bytes of that version as they were listed; null where that is not known. */
  readonly sizeBytes: number | null;
  readonly reading: string;
  /** Last fetch of the searchable content; undefined unless it was read with the same options. */
  readonly visible: PageFetch | undefined;
}

type Row = Parameters<typeof comparableFetch>[0] &
  Pick<
    ItemToFetch,
    'connector' | 'authorizations' | 'clientId' | 'siteId' | 'settings' | 'version' | 'sizeBytes'
  > & {
    readonly connectionId: string | null;
  };

/** Finds how a claimed item is to be fetched; rejects with CONNECTION_UNAUTHORIZED when its connection was removed. */
export async function findItemToFetch(
  database: Database,
  vault: Vault,
  claim: ClaimedDocument,
): Promise<ItemToFetch> {
  const [row] = await database.$queryRaw<Row[]>`
    SELECT "lastFetch", "activeRevision", documents."contentRevision", generation, connections.id AS "connectionId",
      connections.connector, connections.authorizations, connections."clientId", connections."siteId", connections.settings, coalesce("itemVersion", '') AS version,
      "itemSize"::float8 AS "sizeBytes"
    FROM documents LEFT JOIN connections ON connections.id = documents."connectionId"
    WHERE documents.id = ${claim.id}::uuid`;
  if (!row?.connectionId)
    throw new AppError('CONNECTION_UNAUTHORIZED', 'The connection that the document came from was removed');
  const { connectionId, connector, authorizations, clientId, siteId, settings, version, sizeBytes } = row;
  const reading = itemReadingOf(vault, claim);
  const visible = comparableFetch(row, { reading, generation: claim.generation });
  return {
    connectionId,
    connector,
    authorizations,
    clientId,
    siteId,
    settings,
    version,
    sizeBytes,
    reading,
    visible,
  };
}
