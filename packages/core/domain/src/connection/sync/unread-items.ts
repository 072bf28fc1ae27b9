import { type Database, Prisma } from '@docfleet/database';
import { missingDocuments } from '../../deletion/missing-documents.ts';
import type { SourceRun } from '../../run/source-run.ts';

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
export const ownFaults = '^(DOCUMENT_|ITEM_|UNSUPPORTED_FILE_TYPE$|FILE_TOO_LARGE$)';

const firstId = '00000000-0000-0000-0000-000000000000';

/** The documents of a condition, in batches in order of their ids. */
async function* findItems(
  database: Database,
  condition: Prisma.Sql,
  afterId = firstId,
): AsyncGenerator<UnreadItem[]> {
  let after = afterId;
  for (;;) {
    const rows = await database.$queryRaw<UnreadItem[]>`
      SELECT id, "externalId", name, "itemVersion" AS version, "itemPath" AS path FROM documents
      WHERE ${condition} AND "liveKey" IS NOT NULL AND id > ${after}::uuid
      ORDER BY id LIMIT ${batchSize}`;
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? after;
  }
}

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
