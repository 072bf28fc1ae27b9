import type { Database } from '@docfleet/database';
import { documentOfVector } from '../chunk/chunks.ts';
import { isId } from '../database/identifier.ts';
import { addToDigest, beforeAll, type Digest, documentsPerPage, isAtRest } from './digest.ts';

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
  let after = beforeAll;
  for (;;) {
    const rows = await database.$queryRaw<(ChunkDiscrepancy & { atRest: boolean; uncleaned: boolean })[]>`
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
      FROM counted ORDER BY id`;
    const wrong = rows.filter(({ atRest, miscounted, uncleaned }) => atRest && (miscounted || uncleaned));
    if (wrong.length > 0)
      yield wrong.map(({ atRest: _, uncleaned, ...row }) => ({ ...row, stale: uncleaned ? row.stale : 0 }));
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

const rowsPerPage = 5_000;

/** Yields deleted documents that still have chunks in the database, in pages. */
export async function* findOrphanChunks(database: Database): AsyncGenerator<string[]> {
  let after = beforeAll;
  for (;;) {
    const rows = await database.$queryRaw<{ documentId: string; orphan: boolean }[]>`
      SELECT DISTINCT "documentId", NOT EXISTS (SELECT 1 FROM documents WHERE documents.id = page."documentId") AS orphan
      FROM (SELECT "documentId" FROM chunks WHERE "documentId" > ${after}::uuid ORDER BY "documentId" LIMIT ${rowsPerPage}) AS page
      ORDER BY "documentId"`;
    const orphans = rows.filter(({ orphan }) => orphan).map(({ documentId }) => documentId);
    if (orphans.length > 0) yield orphans;
    const last = rows.at(-1);
    if (!last) return;
    after = last.documentId;
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

/** Deletes them. */
export async function removeOrphanSamples(database: Database, namespaceId: string): Promise<void> {
  await database.$executeRaw`
    DELETE FROM keyword_samples
    WHERE "namespaceId" = ${namespaceId}::uuid AND NOT EXISTS (SELECT 1 FROM documents WHERE id = keyword_samples."documentId")`;
}

/** The result of comparing a page of listed vector ids with the rows. */
export interface ListedVectorsComparison {
  /** Ids of vectors that no chunk of their document has. */
  readonly unknown: readonly string[];
  /** Vectors that searches may find, each as an addition to the digest of what the store holds. */
  readonly visible: readonly { readonly bucket: string; readonly count: 1; readonly hash: bigint }[];
}

/** Compares listed vectors with the chunks of their documents. Rows are inserted first, so that a vector without a row is an orphan. */
export async function compareListedVectors(
  database: Database,
  namespaceId: string,
  vectorIds: readonly string[],
): Promise<ListedVectorsComparison> {
  const [own, foreign] = [
    vectorIds.filter(belongsToDocument),
    vectorIds.filter((id) => !belongsToDocument(id)),
  ];
  const rows = await database.$queryRaw<
    { id: string; visible: boolean | null; bucket: string; hash: bigint }[]
  >`
    SELECT listed.id, known.visible, right(listed."documentId"::text, 3) AS bucket, hashtextextended(listed.id, 0) AS hash
    FROM unnest(${own}::text[], ${own.map(documentOfVector)}::uuid[]) AS listed(id, "documentId")
      CROSS JOIN LATERAL (
        SELECT bool_or(documents."liveKey" IS NOT NULL
          AND coalesce(chunks.revision IN (documents."activeRevision", documents."previousRevision"), false)) AS visible
        FROM chunks JOIN documents ON documents.id = chunks."documentId" AND documents."namespaceId" = ${namespaceId}::uuid
        WHERE chunks."documentId" = listed."documentId" AND chunks."vectorId" = listed.id
      ) AS known`;
  const unknown = rows.filter(({ visible }) => visible === null).map(({ id }) => id);
  const visible = rows
    .filter((row) => row.visible)
    .map(({ bucket, hash }) => ({ bucket, hash, count: 1 as const }));
  return { unknown: [...foreign, ...unknown], visible };
}

const belongsToDocument = (vectorId: string) => isId(documentOfVector(vectorId));

/** Returns the digest of the vectors that searches of a namespace may find, which its store must hold. */
export async function digestVisibleVectors(database: Database, namespaceId: string): Promise<Digest> {
  const digest: Digest = new Map();
  let after = beforeAll;
  for (;;) {
    const rows = await database.$queryRaw<
      { last: string; bucket: string; count: number; hash: bigint | null }[]
    >`
      WITH page AS (
        SELECT id, "activeRevision", "previousRevision" FROM documents
        WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL AND id > ${after}::uuid
        ORDER BY id LIMIT ${documentsPerPage}
      )
      SELECT (SELECT max(id::text) FROM page) AS last, right(page.id::text, 3) AS bucket,
        count(chunks."vectorId")::int AS count, bit_xor(hashtextextended(chunks."vectorId", 0)) AS hash
      FROM page LEFT JOIN chunks ON chunks."documentId" = page.id
        AND chunks.revision IN (page."activeRevision", page."previousRevision")
      GROUP BY bucket`;
    const [first] = rows;
    if (!first) return digest;
    addToDigest(
      digest,
      rows.flatMap((row) => (row.hash === null ? [] : [{ ...row, hash: row.hash }])),
    );
    after = first.last;
  }
}

/** Differences between the rows of a document and its stored vectors. */
export interface VectorDiscrepancy {
  /** Whether the document has a row. */
  readonly exists: boolean;
  /** Whether the document can be checked: live, finished and quiet, or missing. */
  readonly atRest: boolean;
  /** Vectors in the store that no chunk has. */
  readonly unknown: readonly string[];
  /** Vectors of visible chunks that the store does not hold. */
  readonly missing: readonly string[];
}

/** Compares one document exactly with `stored`, the vector ids in the store. */
export async function compareVectors(
  database: Database,
  { namespaceId, documentId, quietMs }: { namespaceId: string; documentId: string; quietMs: number },
  stored: readonly string[],
): Promise<VectorDiscrepancy> {
  const [row] = await database.$queryRaw<{ atRest: boolean; unknown: string[]; missing: string[] }[]>`
    WITH stored AS (SELECT unnest(${stored}::text[]) AS id)
    SELECT (${isAtRest(quietMs)}) AS "atRest",
      ARRAY(SELECT id FROM stored WHERE NOT EXISTS (
        SELECT 1 FROM chunks WHERE chunks."documentId" = documents.id AND chunks."vectorId" = stored.id)) AS unknown,
      ARRAY(SELECT DISTINCT chunks."vectorId" FROM chunks
        WHERE chunks."documentId" = documents.id AND chunks.revision IN (documents."activeRevision", documents."previousRevision")
          AND NOT EXISTS (SELECT 1 FROM stored WHERE stored.id = chunks."vectorId")) AS missing
    FROM documents WHERE id = ${documentId}::uuid AND "namespaceId" = ${namespaceId}::uuid`;
  if (!row) return { exists: false, atRest: true, unknown: stored, missing: [] };
  return { exists: true, ...row };
}
