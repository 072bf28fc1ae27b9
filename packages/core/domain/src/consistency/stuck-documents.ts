import { type Database, type DocumentModel, Prisma } from '@docfleet/database';
import { unfinishedStatuses } from '../document/transitions.ts';
import { beforeAll, documentsPerPage, isQuiet } from './at-rest.ts';

export type StuckDocument = Pick<DocumentModel, 'id' | 'status' | 'stage' | 'revision' | 'updatedAt'>;

/**
 * Yields unfinished documents of a namespace without progress for this long and without an outbox entry, in pages. A backlog counts as
 * stuck only when nothing of its namespace is in flight, because then nothing triggers its admission.
 */
export async function* findStuckDocuments(
  database: Database,
  namespaceId: string,
  quietMs: number,
): AsyncGenerator<StuckDocument[]> {
  const statuses = [...unfinishedStatuses, 'QUEUED_FOR_DELETION'];
  let after = beforeAll;
  for (;;) {
    const page = await database.$queryRaw<StuckDocument[]>(Prisma.sql`
      SELECT id, status, stage, revision, "updatedAt" FROM documents
      WHERE "namespaceId" = ${namespaceId}::uuid AND status = ANY(${statuses}::"DocumentStatus"[]) AND id > ${after}::uuid
        AND ${isQuiet(quietMs)}
        AND NOT EXISTS (
          SELECT 1 FROM outbox_entries WHERE outbox_entries.payload -> 'payload' ->> 'documentId' = documents.id::text)
        AND (status <> 'BACKLOG' OR NOT EXISTS (
          SELECT 1 FROM documents ahead WHERE ahead."namespaceId" = documents."namespaceId"
            AND ahead.status IN ('QUEUED', 'QUEUED_FOR_RESYNC', 'QUEUED_FOR_UPDATE', 'PROCESSING')))
      ORDER BY id LIMIT ${documentsPerPage}`);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < documentsPerPage) return;
    after = last.id;
  }
}
