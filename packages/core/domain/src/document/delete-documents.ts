import type { Database, DatabaseSession } from '@docfleet/database';
import { purgeDocuments } from '@docfleet/queues';
import { type OutboxJob, writeOutbox } from '../outbox/outbox.ts';
import { leaveRuns } from '../run/leave-runs.ts';
import { type BulkChange, type BulkStep, changeInBatches, type LockedDocument } from './in-batches.ts';

/** Hides documents that are locked, in order of their ids; returns the jobs that purge them. */
export async function hideDocuments(
  session: DatabaseSession,
  namespaceId: string,
  documents: readonly Pick<LockedDocument, 'id' | 'ingestJobRunId'>[],
): Promise<OutboxJob[]> {
  const ids = documents.map(({ id }) => id);
  // Without a live key no search and no list sees it; a worker that has it loses it by its revision.
  await session.$executeRaw`
    UPDATE documents
    SET status = 'QUEUED_FOR_DELETION', "liveKey" = NULL, revision = revision + 1, "nextSyncAt" = NULL, "updatedAt" = now()
    WHERE id = ANY(${ids}::uuid[])`;
  await leaveRuns(session, documents, 'The document was deleted');
  const [first, last] = [ids.at(0), ids.at(-1)];
  if (!first || !last) return [];
  return [await writeOutbox(session, purgeDocuments, { namespaceId, first, last })];
}

/** Hides all matching documents immediately, whatever their status. The yielded jobs purge their vectors, files and rows. */
export function deleteDocuments(database: Database, bulk: BulkChange): AsyncGenerator<BulkStep> {
  return changeInBatches(database, bulk, 'document.deleted', (session, documents) =>
    hideDocuments(session, bulk.filter.namespaceId, documents),
  );
}
