import type { Database } from '@docfleet/database';
import type { SourceRun } from '../../run/source-run.ts';

/** An item that an earlier run could not bring in. */
export interface UnreadItem {
  readonly externalId: string;
  readonly name: string | null;
  readonly version: string | null;
  readonly path: string | null;
}

const batchSize = 200;
/** What is wrong with an item itself, so that it is read again only when it has changed. */
const ownFaults = '^(DOCUMENT_|ITEM_|UNSUPPORTED_FILE_TYPE$|FILE_TOO_LARGE$)';

/**
 * Items of the run's job that failed for a reason that may be over (an outage, a wrong key, a revoked connection), or were cancelled,
 * in batches: a list of changes does not name them again.
 */
export async function* findUnreadItems(database: Database, run: SourceRun): AsyncGenerator<UnreadItem[]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await database.$queryRaw<(UnreadItem & { id: string })[]>`
      SELECT id, "externalId", name, "itemVersion" AS version, "itemPath" AS path FROM documents
      WHERE "ingestJobId" = ${run.ingestJobId}::uuid AND "liveKey" IS NOT NULL AND id > ${after}::uuid
        AND (status = 'CANCELLED' OR status = 'FAILED' AND "errorCode" !~ ${ownFaults})
      ORDER BY id LIMIT ${batchSize}`;
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? after;
  }
}
