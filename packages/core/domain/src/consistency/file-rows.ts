import type { Database } from '@docfleet/database';
import { pagesById } from '../database/pages-by-id.ts';
import { addToDigest, type Digest, documentsPerPage, isAtRest } from './digest.ts';

/** The generations of each of these namespaces that have vectors of their own; a namespace that is gone has no entry. */
export async function findKnownPlaces(
  database: Database,
  namespaceIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const rows = await database.$queryRaw<{ id: string; generations: number[] }[]>`
    SELECT namespaces.id, array_agg(generations.number) AS generations
    FROM namespaces CROSS JOIN LATERAL (
      SELECT namespaces.generation AS number
      UNION ALL SELECT namespaces.generation - 1 WHERE namespaces."previousConfigs" IS NOT NULL
    ) AS generations
    WHERE namespaces.id = ANY(${namespaceIds}::uuid[])
    GROUP BY namespaces.id`;
  return new Map(rows.map(({ id, generations }) => [id, new Set(generations)]));
}

/** Returns the namespaces, also deleted ones, into which this database has ingested: their activity outlives them. */
export async function findIngestedNamespaces(
  database: Database,
  namespaceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT asked.id FROM unnest(${namespaceIds}::uuid[]) AS asked(id)
    WHERE EXISTS (SELECT 1 FROM activity_counts WHERE "namespaceId" = asked.id)`;
  return new Set(rows.map(({ id }) => id));
}

/** Returns the ids that are documents of a namespace, including documents that are being deleted. */
export async function findExistingDocuments(
  database: Database,
  namespaceId: string,
  documentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM documents WHERE id = ANY(${documentIds}::uuid[]) AND "namespaceId" = ${namespaceId}::uuid`;
  return new Set(rows.map(({ id }) => id));
}

/** A file of a document, from its key. */
export interface ListedFile {
  readonly documentId: string;
  readonly revision: number;
  /** Whether the file is the Markdown, which searches and downloads read. */
  readonly parsed: boolean;
}

export interface JudgedFiles {
  /** Documents with a file among these that is not needed, or that do not exist. */
  readonly suspects: readonly string[];
  /** Contents that are needed, each as an addition to the digest of what the store holds. */
  readonly needed: readonly { readonly bucket: string; readonly count: 1; readonly hash: bigint }[];
}

/** Compares listed files with the rows of their documents. Files of a future revision are ignored. */
export async function compareFiles(
  database: Database,
  namespaceId: string,
  files: readonly ListedFile[],
): Promise<JudgedFiles> {
  const rows = await database.$queryRaw<
    { documentId: string; needed: boolean; suspect: boolean; bucket: string; hash: bigint }[]
  >`
    SELECT listed."documentId", right(listed."documentId"::text, 3) AS bucket,
      hashtextextended(listed."documentId"::text || '/' || listed.revision, 0) AS hash,
      coalesce(listed.parsed AND documents."liveKey" IS NOT NULL AND documents.status = 'SUCCESS'
        AND listed.revision = coalesce(documents."contentRevision", documents."activeRevision"), false) AS needed,
      documents.id IS NULL OR (listed.revision < documents.revision
        AND listed.revision IS DISTINCT FROM coalesce(documents."contentRevision", documents."activeRevision")) AS suspect
    FROM unnest(${files.map((file) => file.documentId)}::uuid[], ${files.map((file) => file.revision)}::int[],
        ${files.map((file) => file.parsed)}::bool[]) AS listed("documentId", revision, parsed)
      LEFT JOIN documents ON documents.id = listed."documentId" AND documents."namespaceId" = ${namespaceId}::uuid`;
  const suspects = rows.filter(({ suspect }) => suspect).map(({ documentId }) => documentId);
  const needed = rows
    .filter((row) => row.needed)
    .map(({ bucket, hash }) => ({ bucket, hash, count: 1 as const }));
  return { suspects: [...new Set(suspects)], needed };
}

/** Returns the digest of the contents that a namespace's file store must hold: the Markdown of each ingested document. */
export async function digestNeededFiles(database: Database, namespaceId: string): Promise<Digest> {
  const digest: Digest = new Map();
  const pages = pagesById(
    (after) => database.$queryRaw<{ id: string; bucket: string; count: number; hash: bigint }[]>`
      SELECT id, right(id::text, 3) AS bucket, 1 AS count,
        hashtextextended(id::text || '/' || coalesce("contentRevision", "activeRevision"), 0) AS hash
      FROM documents
      WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL AND status = 'SUCCESS' AND id > ${after}::uuid
      ORDER BY id LIMIT ${documentsPerPage}`,
  );
  for await (const rows of pages) addToDigest(digest, rows);
  return digest;
}

/** The files that a document's row requires. */
export interface NeededFiles {
  readonly exists: boolean;
  /** Whether the document can be checked: live, finished and quiet, or missing. */
  readonly atRest: boolean;
  readonly revision: number;
  /** The revision whose files hold the visible content; null when there is none. */
  readonly contentRevision: number | null;
  /** Whether visible content is required; false for a document that failed, whose status already reports it. */
  readonly contentNeeded: boolean;
}

/** Reads what files a document needs. */
export async function readNeededFiles(
  database: Database,
  { namespaceId, documentId, quietMs }: { namespaceId: string; documentId: string; quietMs: number },
): Promise<NeededFiles> {
  const [row] = await database.$queryRaw<Omit<NeededFiles, 'exists'>[]>`
    SELECT (${isAtRest(quietMs)}) AS "atRest", revision, coalesce("contentRevision", "activeRevision") AS "contentRevision",
      status = 'SUCCESS' AS "contentNeeded"
    FROM documents WHERE id = ${documentId}::uuid AND "namespaceId" = ${namespaceId}::uuid`;
  if (!row) return { exists: false, atRest: true, revision: 0, contentRevision: null, contentNeeded: false };
  return { exists: true, ...row };
}
