import { isDeepStrictEqual } from 'node:util';
import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import { updateVectorMetadata } from '@docfleet/queues';
import { createId } from '../database/identifier.ts';
import { type OutboxJob, writeOutbox } from '../outbox/outbox.ts';
import {
  changeMetadata,
  type Metadata,
  type MetadataChange,
  maxMetadataBytes,
  metadataBytes,
  parseMetadata,
} from './change-metadata.ts';
import { type DocumentFilter, documentCondition } from './filter.ts';
import { type BulkChange, type BulkStep, changeInBatches, type LockedDocument } from './in-batches.ts';

const judgedAtATime = 500;

/** Fields whose stored value must be an array: those that the change does not set first. */
function arrayFields({ merge, set, append, remove }: MetadataChange): string[] {
  const given = { ...merge, ...set };
  const fields = [...Object.keys(append), ...Object.keys(remove)];
  return [...new Set(fields)].filter((field) => !Object.hasOwn(given, field));
}

/** Documents that the change may not fit; PostgreSQL's text of the metadata is never shorter than the JSON. */
const suspects = (change: MetadataChange) => Prisma.sql`(
  EXISTS (
    SELECT 1 FROM unnest(${arrayFields(change)}::text[]) AS field
    WHERE documents.metadata ? field AND jsonb_typeof(documents.metadata -> field) <> 'array')
  OR octet_length(documents.metadata::text) > ${maxMetadataBytes - metadataBytes(change)})`;

/** Throws INVALID_REQUEST when the change does not fit one of the documents, before any is changed. */
async function requireFit(database: Database, filter: DocumentFilter, change: MetadataChange): Promise<void> {
  for (let after = Prisma.empty; ; ) {
    const rows = await database.$queryRaw<LockedDocument[]>`
      SELECT documents.id, documents.metadata FROM documents
      WHERE ${documentCondition(filter)} AND ${suspects(change)} ${after}
      ORDER BY documents.id LIMIT ${judgedAtATime}`;
    for (const { id, metadata } of rows) changeMetadata(id, parseMetadata(metadata), change);
    const last = rows.at(-1);
    if (!last) return;
    after = Prisma.sql`AND documents.id > ${last.id}::uuid`;
  }
}

async function write(
  session: DatabaseSession,
  namespaceId: string,
  changed: readonly { id: string; metadata: Metadata }[],
): Promise<OutboxJob[]> {
  const [first, last] = [changed.at(0), changed.at(-1)];
  if (!first || !last) return [];
  await session.$executeRaw`
    UPDATE documents
    SET metadata = changed.metadata::jsonb, "metadataVersion" = "metadataVersion" + 1, "metadataUpdate" = 'QUEUED', "updatedAt" = now()
    FROM unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ metadata }) => JSON.stringify(metadata))}::text[])
      AS changed(id, metadata)
    WHERE documents.id = changed.id`;
  const range = { namespaceId, first: first.id, last: last.id };
  return [await writeOutbox(session, updateVectorMetadata, { ...range, change: createId() })];
}

/**
 * Changes the metadata of all matching documents in the database; the yielded jobs update the vector store. A document whose metadata is
 * already equal counts as matching and is left unchanged. Throws INVALID_REQUEST, with nothing changed, when the change does not fit one
 * of the documents.
 */
export async function* updateDocumentsMetadata(
  database: Database,
  bulk: BulkChange,
  change: MetadataChange,
): AsyncGenerator<BulkStep> {
  await requireFit(database, bulk.filter, change);
  yield* changeInBatches(database, bulk, 'document.metadata_updated', (session, documents) => {
    const changed = documents
      .map(({ id, metadata }) => ({
        id,
        before: metadata,
        metadata: changeMetadata(id, parseMetadata(metadata), change),
      }))
      .filter(({ before, metadata }) => !isDeepStrictEqual(before, metadata));
    return write(session, bulk.filter.namespaceId, changed);
  });
}
