import type { Database } from '@docfleet/database';
import { documentOfVector } from '../chunk/chunks.ts';
import { isId } from '../database/identifier.ts';
import { firstId } from '../database/pages-by-id.ts';
import { addToDigest, type Digest, documentsPerPage, isAtRest } from './digest.ts';

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
  let after = firstId;
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
