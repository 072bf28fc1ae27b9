import { type Database, type DocumentModel, Prisma } from '@docfleet/database';
import type { MetadataFilter } from '@docfleet/metadata-filter';
import { inSlices } from '@docfleet/runtime/slices';
import { parseEmbedding } from '../document/embedding.ts';
import {
  type SourceColumns,
  type SourceFilter,
  sourceColumns,
  sourceConditions,
} from '../document/fields.ts';
import { metadataHolds } from '../document/filter.ts';
import type { ContextModel } from './contexts.ts';
import { type ChunkLocation, chunkLocation } from './location.ts';

/** The range of a chunk in its document's parsed text, in UTF-16 code units. */
export interface ChunkPlace {
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  /** Position of the text in its file; undefined when unknown. */
  readonly location?: ChunkLocation;
}

/** Returns up to `limit` chunks of one revision in order, after the ordinal `after`. */
export async function listChunks(
  database: Database,
  {
    documentId,
    revision,
    after,
    limit,
  }: { documentId: string; revision: number; after: number; limit: number },
): Promise<ChunkPlace[]> {
  const rows = await database.$queryRaw<(Omit<ChunkPlace, 'location'> & { location: unknown })[]>`
    SELECT ordinal, start, "end", tokens, location FROM chunks
    WHERE "documentId" = ${documentId}::uuid AND revision = ${revision} AND ordinal > ${after}
    ORDER BY ordinal LIMIT ${limit}`;
  return rows.map(({ location, ...chunk }) =>
    location === null ? chunk : { ...chunk, location: chunkLocation.parse(location) },
  );
}

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

/** A chunk that searches may show, with its document. */
export interface ActiveChunk
  extends SourceColumns,
    Pick<DocumentModel, 'name' | 'externalId' | 'documentType' | 'ingestionSource' | 'tenantId'> {
  readonly vectorId: string;
  readonly documentId: string;
  readonly revision: number;
  readonly ordinal: number;
  readonly start: number;
  readonly end: number;
  /** Revision whose files hold the content. */
  readonly contentRevision: number;
  /** Whether the chunk belongs to the previous generation, and the visible content of its document to the current one. */
  readonly previous: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Null where it is not known. */
  readonly location: ChunkLocation | null;
  /** Document title that was embedded above the text; undefined when none was. */
  readonly title: string | undefined;
  /** Model whose context sentence was embedded above the text; undefined when there was none. */
  readonly contextModel: ContextModel | undefined;
  /** Times at which the document was accepted and its row last changed. */
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type ChunkRow = Omit<ActiveChunk, 'location' | 'title' | 'contextModel'> & {
  readonly location: unknown;
  readonly embedding: unknown;
};

/** Scope and filters of a search: restricts which documents it may return. */
export interface VisibleTo {
  readonly namespaceId: string;
  readonly tenantId: string | undefined;
  readonly filter?: MetadataFilter | undefined;
  /** Conditions on the fields of the documents' sources. */
  readonly source?: SourceFilter | undefined;
}

const visible = ({ namespaceId, tenantId, filter, source = {} }: VisibleTo): Prisma.Sql => Prisma.sql`
  documents."namespaceId" = ${namespaceId}::uuid AND documents."liveKey" IS NOT NULL
    AND (${tenantId ?? null}::text IS NULL OR documents."tenantId" = ${tenantId ?? null})
    AND ${metadataHolds(filter ?? [])} AND ${Prisma.join([Prisma.sql`TRUE`, ...sourceConditions(source)], ' AND ')}`;

/**
 * Returns the chunks of these vectors that belong to the visible content of a live document whose row matches the filter. The store
 * may still hold outdated vectors, and its own filter follows changes of rows with a delay.
 */
export async function findActiveChunks(
  database: Database,
  { vectorIds, ...to }: VisibleTo & { readonly vectorIds: readonly string[] },
): Promise<ActiveChunk[]> {
  const rows = await database.$queryRaw<ChunkRow[]>`
    SELECT chunks."vectorId", chunks."documentId", chunks.revision, chunks.ordinal, chunks.start, chunks."end", chunks.location,
      coalesce(documents."contentRevision", documents."activeRevision") AS "contentRevision",
      chunks.revision <> documents."activeRevision" AS previous, documents.name,
      documents."externalId", documents."documentType", documents."ingestionSource", documents."tenantId", ${sourceColumns},
      documents.metadata, documents.embedding, documents."createdAt", documents."updatedAt"
    FROM chunks JOIN documents ON documents.id = chunks."documentId"
      AND chunks.revision IN (documents."activeRevision", documents."previousRevision")
    WHERE chunks."vectorId" = ANY(${vectorIds}::text[]) AND ${visible(to)}`;
  const chunks: ActiveChunk[] = [];
  const present = ({ location, embedding, ...chunk }: ChunkRow) => {
    // `embedding` describes the current generation alone.
    const { title, contextModel } = (chunk.previous ? null : parseEmbedding(embedding)) ?? {};
    const parsed = location === null ? null : chunkLocation.parse(location);
    chunks.push({ ...chunk, title, contextModel, location: parsed });
  };
  // A thousand rows take some 50 ms.
  await inSlices(rows, present);
  return chunks;
}

/** Page of the documents that a search sees: those after an id, up to a limit. */
export interface DocumentPage {
  readonly after: string | undefined;
  readonly limit: number;
  /** Restricts the result to documents whose metadata the vector store may not have yet. */
  readonly pendingOnly?: boolean;
}

/** Documents that a search sees by their rows, in the order of their ids. */
export async function findVisibleDocuments(
  database: Database,
  { after, limit, pendingOnly = false, ...to }: VisibleTo & DocumentPage,
): Promise<string[]> {
  const pending = pendingOnly ? Prisma.sql`"metadataUpdate" IN ('QUEUED', 'PROCESSING')` : Prisma.sql`TRUE`;
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM documents WHERE ${pending} AND ${visible(to)}
      AND (${after ?? null}::uuid IS NULL OR id > ${after ?? null}::uuid) ORDER BY id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
