import { type Database, type DocumentModel, Prisma } from '@docfleet/database';
import { type SourceFilter, sourceConditions } from '../document/filter.ts';
import { type ChunkLocation, chunkLocation } from './location.ts';

/** A chunk that searches may show, with its document. */
export interface ActiveChunk
  extends Pick<
    DocumentModel,
    'name' | 'externalId' | 'documentType' | 'ingestionSource' | 'tenantId' | 'sourceUrl' | 'sourceModifiedAt'
  > {
  readonly vectorId: string;
  readonly documentId: string;
  readonly revision: number;
  readonly start: number;
  readonly end: number;
  /** Whose files hold the content. */
  readonly contentRevision: number;
  /** Whether the chunk belongs to the previous generation, and the visible content of its document to the current one. */
  readonly previous: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Null for a chunk that was written before there were locations. */
  readonly location: ChunkLocation | null;
}

/** Of these vectors, the chunks that belong to the visible content of a living document; the store may still hold others. */
export async function findActiveChunks(
  database: Database,
  {
    namespaceId,
    vectorIds,
    tenantId,
    source = {},
  }: {
    readonly namespaceId: string;
    readonly vectorIds: readonly string[];
    readonly tenantId: string | undefined;
    /** Conditions on the sources of the documents. */
    readonly source?: SourceFilter | undefined;
  },
): Promise<ActiveChunk[]> {
  const rows = await database.$queryRaw<(Omit<ActiveChunk, 'location'> & { location: unknown })[]>`
    SELECT chunks."vectorId", chunks."documentId", chunks.revision, chunks.start, chunks."end", chunks.location,
      coalesce(documents."contentRevision", documents."activeRevision") AS "contentRevision",
      chunks.revision <> documents."activeRevision" AS former, documents.name,
      documents."externalId", documents."documentType", documents."ingestionSource", documents."tenantId", documents."sourceUrl",
      documents."sourceModifiedAt", documents.metadata
    FROM chunks JOIN documents ON documents.id = chunks."documentId"
      AND chunks.revision IN (documents."activeRevision", documents."previousRevision")
    WHERE chunks."vectorId" = ANY(${vectorIds}::text[]) AND documents."namespaceId" = ${namespaceId}::uuid
      AND documents."liveKey" IS NOT NULL AND (${tenantId ?? null}::text IS NULL OR documents."tenantId" = ${tenantId ?? null})
      AND ${Prisma.join([Prisma.sql`TRUE`, ...sourceConditions(source)], ' AND ')}`;
  return rows.map(({ location, ...chunk }) => ({
    ...chunk,
    location: location === null ? null : chunkLocation.parse(location),
  }));
}
