import type { Database } from '@docfleet/database';
import type { ClaimedDocument } from '../document/claim.ts';
import { leaseLost } from '../document/leases.ts';

/** A chunk as rows know it: its text lies in the vector store and in the parsed file. */
export interface PlannedChunk {
  readonly vectorId: string;
  readonly ordinal: number;
  readonly tokens: number;
  readonly start: number;
  readonly end: number;
}

/** Which of these vectors the store has already: unchanged content, or the work of an attempt that died. */
export async function findStoredVectors(
  database: Database,
  documentId: string,
  vectorIds: readonly string[],
): Promise<Set<string>> {
  const rows = await database.$queryRaw<{ vectorId: string }[]>`
    SELECT DISTINCT chunks."vectorId" FROM chunks JOIN documents ON documents.id = chunks."documentId"
    WHERE chunks."documentId" = ${documentId}::uuid AND chunks."vectorId" = ANY(${vectorIds}::text[])
      AND (chunks.stored OR chunks.revision = documents."activeRevision")`;
  return new Set(rows.map((row) => row.vectorId));
}

/** Writes down chunks before their vectors are stored, so that every vector is known here. Rejects when the claim was lost. */
export async function recordChunks(
  database: Database,
  claim: ClaimedDocument,
  chunks: readonly PlannedChunk[],
): Promise<void> {
  const column = <Key extends keyof PlannedChunk>(key: Key) => chunks.map((chunk) => chunk[key]);
  const written = await database.$executeRaw`
    INSERT INTO chunks ("documentId", revision, ordinal, "vectorId", tokens, start, "end")
    SELECT documents.id, documents.revision, planned.*
    FROM documents, unnest(${column('ordinal')}::int[], ${column('vectorId')}::text[], ${column('tokens')}::int[],
      ${column('start')}::int[], ${column('end')}::int[]) AS planned
    WHERE documents.id = ${claim.id}::uuid AND documents.revision = ${claim.revision}
      AND documents."leaseToken" = ${claim.leaseToken}::uuid
    ON CONFLICT ("documentId", revision, ordinal) DO UPDATE
      SET "vectorId" = excluded."vectorId", tokens = excluded.tokens, start = excluded.start, "end" = excluded."end",
        stored = chunks.stored AND chunks."vectorId" = excluded."vectorId"`;
  if (written < chunks.length) throw leaseLost();
}

/** Notes that vectors of a revision are stored, so that a retry goes on from there. */
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

/** Vectors that the visible content does not share: what an update, a failure or a lost claim left. For whoever holds the document. */
export async function findStaleVectors(database: Database, documentId: string): Promise<string[]> {
  const rows = await database.$queryRaw<{ vectorId: string }[]>`
    SELECT DISTINCT stale."vectorId" FROM chunks stale JOIN documents ON documents.id = stale."documentId"
    WHERE stale."documentId" = ${documentId}::uuid AND stale.revision IS DISTINCT FROM documents."activeRevision"
      AND NOT EXISTS (
        SELECT 1 FROM chunks active
        WHERE active."documentId" = stale."documentId" AND active.revision = documents."activeRevision"
          AND active."vectorId" = stale."vectorId")`;
  return rows.map((row) => row.vectorId);
}

/** Forgets the chunks of revisions that are not visible, once their vectors are gone. For whoever holds the document. */
export async function forgetStaleChunks(database: Database, documentId: string): Promise<void> {
  await database.$executeRaw`
    DELETE FROM chunks USING documents
    WHERE chunks."documentId" = ${documentId}::uuid AND documents.id = chunks."documentId"
      AND chunks.revision IS DISTINCT FROM documents."activeRevision"`;
}
