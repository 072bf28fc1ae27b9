import type { Database, DocumentModel } from '@docfleet/database';

/** A chunk of a visible document, drawn at random. */
export interface SampledChunk extends Pick<DocumentModel, 'name' | 'externalId' | 'sourceUrl'> {
  readonly documentId: string;
  /** Revision whose files hold the content. */
  readonly contentRevision: number;
  readonly start: number;
  readonly end: number;
}

/** A shorter chunk is a heading or a remainder, on which there is nothing to say. */
const minCharacters = 20;

/**
 * Draws chunks of a namespace, or of a tenant in it, at most one of each document. Without a tenant documents are drawn from the keyword sample,
 * which is bounded, so that a large namespace is not read whole; a new namespace may not have one yet.
 */
export async function sampleChunks(
  database: Database,
  { namespaceId, tenantId, count }: { namespaceId: string; tenantId: string | null; count: number },
): Promise<SampledChunk[]> {
  return database.$queryRaw<SampledChunk[]>`
    WITH drawn AS (
      SELECT id, name, "externalId", "sourceUrl", "activeRevision", "contentRevision" FROM documents
      WHERE "namespaceId" = ${namespaceId}::uuid AND "liveKey" IS NOT NULL AND "activeRevision" IS NOT NULL
        AND CASE WHEN ${tenantId}::text IS NULL
          THEN id IN (SELECT "documentId" FROM keyword_samples WHERE "namespaceId" = ${namespaceId}::uuid)
            OR NOT EXISTS (SELECT 1 FROM keyword_samples WHERE "namespaceId" = ${namespaceId}::uuid)
          ELSE "tenantId" = ${tenantId} END
      ORDER BY random() LIMIT ${count}
    )
    SELECT drawn.id AS "documentId", drawn.name, drawn."externalId", drawn."sourceUrl", chunk.start, chunk."end",
      coalesce(drawn."contentRevision", drawn."activeRevision") AS "contentRevision"
    FROM drawn CROSS JOIN LATERAL (
      SELECT start, "end" FROM chunks
      WHERE chunks."documentId" = drawn.id AND chunks.revision = drawn."activeRevision" AND chunks."end" - chunks.start >= ${minCharacters}
      ORDER BY random() LIMIT 1
    ) AS chunk`;
}
