import { type Database, Prisma } from '@docfleet/database';
import { cleanDocument } from '@docfleet/queues';
import { createOutboxJob, type OutboxJob } from '../outbox/outbox.ts';
import type { DocumentToClean } from './claim-for-cleaning.ts';
import { endedStatuses } from './transitions.ts';

/**
 * Records that documents are to be cleaned, in the statement that requests it: `documents` is a query of their ids. The record survives
 * the loss of the job with its queue.
 */
export const recordCleaning = (documents: Prisma.Sql): Prisma.Sql => Prisma.sql`
  INSERT INTO document_cleanings ("documentId") ${documents}
  ON CONFLICT ("documentId") DO UPDATE SET "requestedAt" = excluded."requestedAt"`;

/** Deletes the record of a finished cleaning, unless it was requested again since it started. */
export async function endCleaning(
  database: Database,
  { id, claimedAt }: Pick<DocumentToClean, 'id' | 'claimedAt'>,
): Promise<void> {
  await database.$executeRaw`
    DELETE FROM document_cleanings WHERE "documentId" = ${id}::uuid AND "requestedAt" <= ${claimedAt}`;
}

/** Jobs of newer ones are still in the queue. */
const quietForMs = 15_000;
const pageSize = 1_000;

/** Yields jobs for documents at rest whose requested cleaning is not done, in pages; adding a job that is still queued has no effect. */
export async function* findStalledCleanings(database: Database): AsyncGenerator<OutboxJob[]> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await database.$queryRaw<{ documentId: string }[]>`
      SELECT "documentId" FROM document_cleanings JOIN documents ON documents.id = "documentId"
      WHERE "requestedAt" < now() - ${quietForMs} * interval '1 millisecond' AND "documentId" > ${after}::uuid
        AND documents.status = ANY(${endedStatuses}::"DocumentStatus"[])
        AND (documents."leaseExpiresAt" IS NULL OR documents."leaseExpiresAt" < now())
      ORDER BY "documentId" LIMIT ${pageSize}`;
    if (rows.length > 0) yield rows.map((row) => createOutboxJob(cleanDocument, row));
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.documentId;
  }
}
