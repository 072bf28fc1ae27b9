import { isDeepStrictEqual } from 'node:util';
import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { updateVectorMetadata } from '@docfleet/queues';
import { z } from 'zod';
import { createId } from '../database/identifier.ts';
import { type OutboxJob, writeOutbox } from '../outbox/outbox.ts';
import { type DocumentFilter, documentCondition } from './filter.ts';
import { type BulkChange, type BulkStep, changeInBatches, type LockedDocument } from './in-batches.ts';

/** The column `metadata` of a document. */
const metadata = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).readonly()]),
);
export type Metadata = Readonly<z.output<typeof metadata>>;

/** Returns the metadata of a document's row; throws a ZodError for values that the API does not accept. */
export const parseMetadata = (stored: unknown): Metadata => metadata.parse(stored);

type ValuesByField = Readonly<Record<string, readonly string[]>>;

/** The operations on a document's metadata, in the order in which they apply. */
export interface MetadataChange {
  readonly merge: Metadata;
  readonly set: Metadata;
  /** Values to add to arrays, without duplicates. */
  readonly append: ValuesByField;
  readonly remove: ValuesByField;
  /** Fields to remove altogether. */
  readonly unset?: readonly string[];
}

/** Limit of a document's metadata in bytes of JSON: with a chunk's text it must fit the 40 KB that vector stores accept. */
export const maxMetadataBytes = 16_000;

const metadataBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function refuse(documentId: string, path: string, message: string): never {
  throw new AppError('INVALID_REQUEST', `${path} ${message} (document ${documentId}); nothing was changed`, {
    details: { issues: [{ path, message }], documentId },
  });
}

/**
 * Returns a document's metadata after a change, which is idempotent. Throws INVALID_REQUEST when $append or $remove meet a value that is
 * not an array, or the result is too large.
 */
function changeMetadata(
  documentId: string,
  current: Metadata,
  { merge, set, append, remove, unset = [] }: MetadataChange,
): Metadata {
  const fields = new Map(Object.entries({ ...current, ...merge, ...set }));

  function arrayOf(operator: '$append' | '$remove', field: string): readonly string[] | undefined {
    const value = fields.get(field);
    if (value === undefined || typeof value === 'object') return value;
    return refuse(
      documentId,
      `data.$metadata.${operator}.${field}`,
      'requires an array, but the stored value is not one',
    );
  }

  for (const [field, values] of Object.entries(append))
    fields.set(field, [...new Set([...(arrayOf('$append', field) ?? []), ...values])]);
  for (const [field, values] of Object.entries(remove)) {
    const present = arrayOf('$remove', field);
    const gone = new Set(values);
    if (present)
      fields.set(
        field,
        present.filter((value) => !gone.has(value)),
      );
  }
  for (const field of unset) fields.delete(field);
  const changed = Object.fromEntries(fields);
  if (metadataBytes(changed) > maxMetadataBytes)
    refuse(documentId, 'data', `would make the metadata larger than ${maxMetadataBytes} bytes`);
  return changed;
}

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
