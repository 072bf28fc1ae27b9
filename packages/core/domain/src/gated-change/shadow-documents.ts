import { type Database, type DocumentModel, type GatedChangeModel, Prisma } from '@docfleet/database';
import type { LocatedChunk } from '../chunk/chunks.ts';

/** A document that the shadow generation does not have yet, or has with an older content. */
export interface DocumentToShadow
  extends Pick<
    DocumentModel,
    'id' | 'name' | 'documentType' | 'ingestionSource' | 'tenantId' | 'metadata' | 'fileSize'
  > {
  readonly activeRevision: number;
  readonly contentRevision: number;
  readonly chunkSize: number;
  readonly chunkOverlap: number;
}

/** A gated change whose shadow generation is built. */
export type ShadowBuild = Pick<GatedChangeModel, 'id' | 'namespaceId'> & { readonly generation: number };

const isShadowed = ({ id }: Pick<ShadowBuild, 'id'>) => Prisma.sql`EXISTS (
  SELECT 1 FROM shadow_documents shadow WHERE shadow."gatedChangeId" = ${id}::uuid
    AND shadow."documentId" = documents.id AND shadow."activeRevision" = documents."activeRevision")`;

/** Returns up to `count` documents that are visible and not in the shadow generation as they are now. */
export async function findUnshadowed(
  database: Database,
  build: ShadowBuild,
  count: number,
): Promise<DocumentToShadow[]> {
  return database.$queryRaw<DocumentToShadow[]>`
    SELECT documents.id, documents.name, documents."documentType", documents."ingestionSource", documents."tenantId", documents.metadata,
      documents."fileSize", documents."activeRevision", coalesce(documents."contentRevision", documents."activeRevision") AS "contentRevision",
      job."chunkSize", job."chunkOverlap"
    FROM documents JOIN ingest_jobs job ON job.id = documents."ingestJobId"
    WHERE documents."namespaceId" = ${build.namespaceId}::uuid AND documents."liveKey" IS NOT NULL
      AND documents."activeRevision" IS NOT NULL AND NOT ${isShadowed(build)}
    ORDER BY documents.id LIMIT ${count}`;
}

/** Returns the vectors of the shadow generation that a document has rows for. */
export async function findShadowVectors(
  database: Database,
  { generation }: ShadowBuild,
  documentId: string,
): Promise<string[]> {
  const where = { documentId, revision: -generation };
  const rows = await database.chunk.findMany({ where, select: { vectorId: true } });
  return rows.map(({ vectorId }) => vectorId);
}

const isWanted = (build: ShadowBuild, { id, activeRevision }: DocumentToShadow) => Prisma.sql`
  documents.id = ${id}::uuid AND documents."liveKey" IS NOT NULL AND documents."activeRevision" = ${activeRevision}
  AND EXISTS (SELECT 1 FROM gated_changes JOIN namespaces ON namespaces.id = gated_changes."namespaceId"
    WHERE gated_changes.id = ${build.id}::uuid AND gated_changes.status = 'BUILDING' AND namespaces.status = 'ACTIVE')`;

/**
 * Inserts chunks before their vectors are stored, as revision −generation, which no content has. Returns whether they were: false when the
 * document has changed, or the gated change has ended.
 */
export async function recordShadowChunks(
  database: Database,
  build: ShadowBuild,
  document: DocumentToShadow,
  chunks: readonly LocatedChunk[],
): Promise<boolean> {
  const locations = chunks.map(({ location }) => (location ? JSON.stringify(location) : null));
  const written = await database.$executeRaw`
    INSERT INTO chunks ("documentId", revision, ordinal, "vectorId", tokens, start, "end", location)
    SELECT documents.id, ${-build.generation}, planned.*
    FROM documents, unnest(${chunks.map(({ ordinal }) => ordinal)}::int[], ${chunks.map(({ vectorId }) => vectorId)}::text[],
      ${chunks.map(({ tokens }) => tokens)}::int[], ${chunks.map(({ start }) => start)}::int[],
      ${chunks.map(({ end }) => end)}::int[], ${locations}::jsonb[]) AS planned
    WHERE ${isWanted(build, document)}
    ON CONFLICT ("documentId", revision, ordinal) DO UPDATE
      SET "vectorId" = excluded."vectorId", tokens = excluded.tokens, start = excluded.start, "end" = excluded."end",
        location = excluded.location, stored = chunks.stored AND chunks."vectorId" = excluded."vectorId"`;
  return written === chunks.length;
}

/**
 * Records that the vectors of these chunks are in the store of the shadow generation. Returns false when the namespace was deleted
 * meanwhile: nothing else removes them then.
 */
export async function markShadowStored(
  database: Database,
  { generation, namespaceId }: ShadowBuild,
  documentId: string,
  ordinals: readonly number[],
): Promise<boolean> {
  const marked = await database.$executeRaw`
    UPDATE chunks SET stored = true FROM namespaces
    WHERE chunks."documentId" = ${documentId}::uuid AND chunks.revision = ${-generation} AND chunks.ordinal = ANY(${ordinals}::int[])
      AND namespaces.id = ${namespaceId}::uuid AND namespaces.status = 'ACTIVE'`;
  return marked > 0 || (await database.namespace.count({ where: { id: namespaceId, status: 'ACTIVE' } })) > 0;
}

/** Records that the shadow generation has a document, in `chunkCount` chunks, or why it cannot. */
export async function endShadowDocument(
  database: Database,
  build: ShadowBuild,
  document: DocumentToShadow,
  { chunkCount, error = null }: { chunkCount: number; error?: string | null },
): Promise<void> {
  await database.$executeRaw`
    WITH wanted AS (SELECT documents.id FROM documents WHERE ${isWanted(build, document)}),
      surplus AS (
        DELETE FROM chunks USING wanted
        WHERE chunks."documentId" = wanted.id AND chunks.revision = ${-build.generation} AND chunks.ordinal >= ${chunkCount}
      )
    INSERT INTO shadow_documents ("gatedChangeId", "documentId", "activeRevision", error)
    SELECT ${build.id}::uuid, id, ${document.activeRevision}, ${error} FROM wanted
    ON CONFLICT ("gatedChangeId", "documentId") DO UPDATE SET "activeRevision" = excluded."activeRevision", error = excluded.error`;
}
