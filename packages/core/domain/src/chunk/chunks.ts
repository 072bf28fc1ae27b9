import type { Database } from '@docfleet/database';
import type { ClaimedDocument } from '../document/claim.ts';
import type { DocumentToClean } from '../document/cleaning.ts';
import { inGeneration, leaseLost } from '../document/leases.ts';
import type { ChunkLocation } from './location.ts';

/**
 * Returns a vector's id in the store: the document's id, so that its vectors share a prefix, and a hash of the content. From the second
 * generation on it contains the generation: `<document id>#<generation>:<hash>`.
 */
export function createVectorId(documentId: string, generation: number, hash: string): string {
  return generation === 1 ? `${documentId}#${hash}` : `${documentId}#${generation}:${hash}`;
}

/** Returns the generation of a vector from its id. */
export function generationOfVector(vectorId: string): number {
  const [, generation] = /#(\d+):/.exec(vectorId) ?? [];
  return generation === undefined ? 1 : Number(generation);
}

/** Returns the id that the same content has in another generation. */
export function vectorIdIn(vectorId: string, generation: number): string {
  const [documentId = '', content = ''] = vectorId.split('#', 2);
  return createVectorId(documentId, generation, content.replace(/^\d+:/, ''));
}

/** The document that a vector belongs to, from its id. */
export const documentOfVector = (vectorId: string): string => vectorId.split('#', 1)[0] ?? '';

/** A chunk without its text, which is in the vector store and in the parsed file. */
export interface PlannedChunk {
  readonly vectorId: string;
  readonly ordinal: number;
  readonly tokens: number;
  readonly start: number;
  readonly end: number;
}

/** A chunk with where its text stands in the document's file, where that is known. */
export interface LocatedChunk extends PlannedChunk {
  readonly location?: ChunkLocation;
}

/** Finds the vectors that the store has already: of unchanged content (`true`), or left by an earlier attempt or content. */
export async function findStoredVectors(
  database: Database,
  documentId: string,
  vectorIds: readonly string[],
): Promise<Map<string, boolean>> {
  const rows = await database.$queryRaw<{ vectorId: string; visible: boolean }[]>`
    SELECT chunks."vectorId", bool_or(chunks.revision IS NOT DISTINCT FROM documents."activeRevision") AS visible
    FROM chunks JOIN documents ON documents.id = chunks."documentId"
    WHERE chunks."documentId" = ${documentId}::uuid AND chunks."vectorId" = ANY(${vectorIds}::text[])
      AND (chunks.stored OR chunks.revision = documents."activeRevision")
    GROUP BY chunks."vectorId"`;
  return new Map(rows.map((row) => [row.vectorId, row.visible]));
}

const vectorsAtATime = 1_000;

/** Yields the vector ids of one revision of a document, or of all, in pages. */
export async function* listVectors(
  database: Database,
  { documentId, revision }: { documentId: string; revision?: number },
): AsyncGenerator<string[]> {
  let after = { revision: 0, ordinal: -1 };
  for (;;) {
    const rows = await database.$queryRaw<{ vectorId: string; revision: number; ordinal: number }[]>`
      SELECT "vectorId", revision, ordinal FROM chunks
      WHERE "documentId" = ${documentId}::uuid AND (revision, ordinal) > (${after.revision}, ${after.ordinal})
        AND (${revision ?? null}::int IS NULL OR revision = ${revision ?? null}::int)
      ORDER BY revision, ordinal LIMIT ${vectorsAtATime}`;
    if (rows.length > 0) yield rows.map((row) => row.vectorId);
    const last = rows.at(-1);
    if (!last || rows.length < vectorsAtATime) return;
    after = last;
  }
}

/** Inserts chunks before their vectors are stored, so that every stored vector has a row. Rejects when the claim was lost. */
export async function recordChunks(
  database: Database,
  claim: ClaimedDocument,
  chunks: readonly LocatedChunk[],
): Promise<void> {
  const column = <Key extends keyof PlannedChunk>(key: Key) => chunks.map((chunk) => chunk[key]);
  const locations = chunks.map(({ location }) => (location ? JSON.stringify(location) : null));
  const written = await database.$executeRaw`
    INSERT INTO chunks ("documentId", revision, ordinal, "vectorId", tokens, start, "end", location)
    SELECT documents.id, documents.revision, planned.*
    FROM documents, unnest(${column('ordinal')}::int[], ${column('vectorId')}::text[], ${column('tokens')}::int[],
      ${column('start')}::int[], ${column('end')}::int[], ${locations}::jsonb[]) AS planned
    WHERE documents.id = ${claim.id}::uuid AND documents.revision = ${claim.revision}
      AND documents."leaseToken" = ${claim.leaseToken}::uuid AND ${inGeneration(claim)}
    ON CONFLICT ("documentId", revision, ordinal) DO UPDATE
      SET "vectorId" = excluded."vectorId", tokens = excluded.tokens, start = excluded.start, "end" = excluded."end",
        location = excluded.location,
        stored = chunks.stored AND chunks."vectorId" = excluded."vectorId"`;
  if (written < chunks.length) throw leaseLost();
}

/** Records that vectors of a revision are stored, so that a retry continues after them. */
export async function markStored(
  database: Database,
  claim: ClaimedDocument,
  chunks: readonly PlannedChunk[],
): Promise<void> {
  await database.chunk.updateMany({
    where: {
      documentId: claim.id,
      revision: claim.revision,
      ordinal: { in: chunks.map((chunk) => chunk.ordinal) },
    },
    data: { stored: true },
  });
}

/** The claim under which a document is cleaned, valid only during its lease. */
type Cleaner = Pick<DocumentToClean, 'id' | 'leaseToken'>;

/** The rows to clean: those of revisions that are not visible, and of their vectors those that nothing visible shares. */
export interface StaleChunks {
  readonly vectorIds: readonly string[];
  /** The rows, each by its revision and, in the same place, its ordinal. */
  readonly revisions: readonly number[];
  readonly ordinals: readonly number[];
}

/**
 * Finds chunks that belong neither to the visible content nor to another generation that searches use: remains of an update, a failure or
 * a lost claim. Rejects when the lease has expired, even if no other worker has claimed the document: a deletion in the vector store
 * cannot be fenced, so it must start with time left.
 */
export async function findStaleChunks(database: Database, { id, leaseToken }: Cleaner): Promise<StaleChunks> {
  const [held] = await database.$queryRaw<StaleChunks[]>`
    WITH document AS (
      SELECT id, "activeRevision", "previousRevision" FROM documents
      WHERE id = ${id}::uuid AND "leaseToken" = ${leaseToken}::uuid AND "leaseExpiresAt" > now()
    ), stale AS MATERIALIZED (
      SELECT chunks.* FROM chunks JOIN document ON chunks."documentId" = document.id
        AND chunks.revision IS DISTINCT FROM document."activeRevision" AND chunks.revision IS DISTINCT FROM document."previousRevision"
    )
    SELECT ARRAY(SELECT revision FROM stale ORDER BY revision, ordinal) AS revisions,
      ARRAY(SELECT ordinal FROM stale ORDER BY revision, ordinal) AS ordinals,
      ARRAY(
        SELECT DISTINCT stale."vectorId" FROM stale
        WHERE NOT EXISTS (
          SELECT 1 FROM chunks active
          WHERE active."documentId" = document.id AND active.revision IN (document."activeRevision", document."previousRevision")
            AND active."vectorId" = stale."vectorId")
      ) AS "vectorIds"
    FROM document`;
  if (!held) throw leaseLost();
  return held;
}

/**
 * Deletes the chunks that were found, once their vectors are deleted, and no others: rows that a late worker adds meanwhile are left for
 * the next cleaning. Rejects when the claim was lost, as they may belong to a revision that another worker is about to make visible.
 */
export async function deleteStaleChunks(
  database: Database,
  { id, leaseToken }: Cleaner,
  { revisions, ordinals }: Pick<StaleChunks, 'revisions' | 'ordinals'>,
): Promise<void> {
  const held = await database.$queryRaw<unknown[]>`
    WITH document AS (
      SELECT id, "activeRevision", "previousRevision" FROM documents WHERE id = ${id}::uuid AND "leaseToken" = ${leaseToken}::uuid FOR UPDATE
    ), forgotten AS (
      DELETE FROM chunks USING document, unnest(${revisions}::int[], ${ordinals}::int[]) AS found(revision, ordinal)
      WHERE chunks."documentId" = document.id AND chunks.revision = found.revision AND chunks.ordinal = found.ordinal
        AND chunks.revision IS DISTINCT FROM document."activeRevision"
        AND chunks.revision IS DISTINCT FROM document."previousRevision"
    )
    SELECT id FROM document`;
  if (held.length === 0) throw leaseLost();
}

/** Returns the ids of vectors that have no row: a worker wrote them after it had lost its document. */
export async function findUnknownVectors(
  database: Database,
  documentId: string,
  vectorIds: readonly string[],
): Promise<string[]> {
  const known = await database.chunk.findMany({
    where: { documentId, vectorId: { in: [...vectorIds] } },
    select: { vectorId: true },
  });
  const knownIds = new Set(known.map((row) => row.vectorId));
  return vectorIds.filter((id) => !knownIds.has(id));
}
