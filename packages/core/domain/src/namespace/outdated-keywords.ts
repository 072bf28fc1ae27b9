import { type Database, type DocumentModel, Prisma } from '@docfleet/database';
import { encodeKeywords } from '@docfleet/queues';
import { analyzerVersion } from '@docfleet/text-analysis/version';
import { createOutboxJob, type OutboxJob } from '../outbox/outbox.ts';

/** Jobs for all namespaces whose keywords were not all encoded with the current text analysis. */
export async function findOutdatedKeywords(database: Database): Promise<OutboxJob[]> {
  const rows = await database.namespace.findMany({
    where: {
      status: 'ACTIVE',
      OR: [{ analyzerVersion: null }, { analyzerVersion: { not: analyzerVersion } }],
    },
    select: { id: true },
  });
  return rows.map(({ id }) => createOutboxJob(encodeKeywords, { namespaceId: id }));
}

/** A document whose visible keywords were encoded with another text analysis. */
export interface OutdatedDocument
  extends Pick<DocumentModel, 'id' | 'ingestionSource' | 'documentType' | 'embedding'> {
  readonly activeRevision: number;
  readonly generation: number;
  readonly contentRevision: number;
}

/** A condition on `documents`: live, visible in the namespace's own generation, with keywords of another text analysis. */
const isOutdated = (namespaceId: string) => Prisma.sql`
  documents."namespaceId" = ${namespaceId}::uuid AND documents."liveKey" IS NOT NULL AND documents."activeRevision" IS NOT NULL
  AND documents.generation = (SELECT generation FROM namespaces WHERE id = ${namespaceId}::uuid)
  AND documents.embedding ->> 'analyzerVersion' IS DISTINCT FROM ${String(analyzerVersion)}`;

/** Returns up to `count` documents whose keywords have to be encoded again, in the order of their ids, after the id `after`. */
export async function listOutdatedDocuments(
  database: Database,
  { namespaceId, after, count }: { namespaceId: string; after: string; count: number },
): Promise<OutdatedDocument[]> {
  return database.$queryRaw<OutdatedDocument[]>`
    SELECT id, "ingestionSource", "documentType", embedding, "activeRevision", generation,
      coalesce("contentRevision", "activeRevision") AS "contentRevision"
    FROM documents WHERE ${isOutdated(namespaceId)} AND id > ${after}::uuid ORDER BY id LIMIT ${count}`;
}

/** Notes that a document's visible keywords are of the current text analysis; false where its content was replaced or deleted meanwhile. */
export async function noteEncodedDocument(
  database: Database,
  { id, activeRevision }: OutdatedDocument,
): Promise<boolean> {
  const noted = await database.$executeRaw`
    UPDATE documents SET embedding = jsonb_set(embedding, '{analyzerVersion}', to_jsonb(${analyzerVersion}::int))
    WHERE id = ${id}::uuid AND "activeRevision" = ${activeRevision} AND "liveKey" IS NOT NULL`;
  return noted > 0;
}

/** Notes that all keywords of a namespace are of the current text analysis, unless a document's are not. */
export async function noteEncodedNamespace(database: Database, namespaceId: string): Promise<void> {
  await database.$executeRaw`
    UPDATE namespaces SET "analyzerVersion" = ${analyzerVersion}, "updatedAt" = "updatedAt"
    WHERE id = ${namespaceId}::uuid AND NOT EXISTS (SELECT 1 FROM documents WHERE ${isOutdated(namespaceId)})`;
}
