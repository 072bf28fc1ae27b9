import type { Database } from '@docfleet/database';
import { pagesById } from '../database/pages-by-id.ts';
import { documentsPerPage, isAtRest } from './digest.ts';

/** A document whose chunks do not match its row. */
export interface ChunkDiscrepancy {
  readonly id: string;
  /** The count in the document's row. */
  readonly embeddingCount: number | null;
  /** Rows of the content that searches see. */
  readonly visible: number;
  /** Rows of revisions that are not visible: a cleaning is missing. */
  readonly stale: number;
  /** Whether the first two differ; false for a document that failed. */
  readonly miscounted: boolean;
}

/** Yields documents at rest with a wrong number of chunks, or with chunks of previous contents that no outbox entry will clean. */
export async function* findChunkDiscrepancies(
  database: Database,
  namespaceId: string,
  quietMs: number,
): AsyncGenerator<ChunkDiscrepancy[]> {
  const pages = pagesById(
    (after) => database.$queryRaw<(ChunkDiscrepancy & { atRest: boolean; uncleaned: boolean })[]>`
      WITH page AS (
        SELECT id, status, "activeRevision", "previousRevision", "embeddingCount", (${isAtRest(quietMs)}) AS "atRest" FROM documents
        WHERE "namespaceId" = ${namespaceId}::uuid AND id > ${after}::uuid ORDER BY id LIMIT ${documentsPerPage}
      ), counted AS (
        SELECT page.id, page."atRest", page."embeddingCount", page.status,
          count(chunks.*) FILTER (WHERE chunks.revision = page."activeRevision")::int AS visible,
          count(chunks.*) FILTER (WHERE chunks.revision IS DISTINCT FROM page."activeRevision"
            AND chunks.revision IS DISTINCT FROM page."previousRevision")::int AS stale
        FROM page LEFT JOIN chunks ON chunks."documentId" = page.id
        GROUP BY page.id, page."atRest", page."embeddingCount", page.status
      )
      SELECT id, "embeddingCount", visible, stale, "atRest", status = 'SUCCESS' AND visible IS DISTINCT FROM "embeddingCount" AS miscounted,
        stale > 0 AND NOT EXISTS (SELECT 1 FROM outbox_entries
          WHERE queue = 'clean-document' AND payload -> 'payload' ->> 'documentId' = counted.id::text) AS uncleaned
      FROM counted ORDER BY id`,
  );
  for await (const rows of pages) {
    const wrong = rows.filter(({ atRest, miscounted, uncleaned }) => atRest && (miscounted || uncleaned));
    if (wrong.length > 0)
      yield wrong.map(({ atRest: _, uncleaned, ...row }) => ({ ...row, stale: uncleaned ? row.stale : 0 }));
  }
}

const rowsPerPage = 5_000;

/** Yields deleted documents that still have chunks in the database, in pages. */
export async function* findOrphanChunks(database: Database): AsyncGenerator<string[]> {
  const pages = pagesById(
    (after) => database.$queryRaw<{ id: string; orphan: boolean }[]>`
      SELECT DISTINCT "documentId" AS id, NOT EXISTS (SELECT 1 FROM documents WHERE documents.id = page."documentId") AS orphan
      FROM (SELECT "documentId" FROM chunks WHERE "documentId" > ${after}::uuid ORDER BY "documentId" LIMIT ${rowsPerPage}) AS page
      ORDER BY id`,
  );
  for await (const rows of pages) {
    const orphans = rows.filter(({ orphan }) => orphan).map(({ id }) => id);
    if (orphans.length > 0) yield orphans;
  }
}

/** Deletes the chunks and texts of a deleted document. */
export async function removeOrphanChunks(database: Database, documentId: string): Promise<void> {
  await database.$executeRaw`
    WITH content AS (
      DELETE FROM document_contents WHERE "documentId" = ${documentId}::uuid
        AND NOT EXISTS (SELECT 1 FROM documents WHERE id = ${documentId}::uuid)
    )
    DELETE FROM chunks WHERE "documentId" = ${documentId}::uuid
      AND NOT EXISTS (SELECT 1 FROM documents WHERE id = ${documentId}::uuid)`;
}

/** Counts the chunks of deleted documents in a namespace's keyword statistics. */
export async function countOrphanSamples(database: Database, namespaceId: string): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM keyword_samples
    WHERE "namespaceId" = ${namespaceId}::uuid AND NOT EXISTS (SELECT 1 FROM documents WHERE id = keyword_samples."documentId")`;
  return row?.count ?? 0;
}

/** Deletes the chunks of deleted documents from the keyword statistics of a namespace. */
export async function removeOrphanSamples(database: Database, namespaceId: string): Promise<void> {
  await database.$executeRaw`
    DELETE FROM keyword_samples
    WHERE "namespaceId" = ${namespaceId}::uuid AND NOT EXISTS (SELECT 1 FROM documents WHERE id = keyword_samples."documentId")`;
}
