import { AppError } from '@docfleet/errors';
import { z } from 'zod';

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

export const metadataBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function refuse(documentId: string, path: string, message: string): never {
  throw new AppError('INVALID_REQUEST', `${path} ${message} (document ${documentId}); nothing was changed`, {
    details: { issues: [{ path, message }], documentId },
  });
}

/**
 * Returns a document's metadata after a change, which is idempotent. Throws INVALID_REQUEST when $append or $remove meet a value that is
 * not an array, or the result is too large.
 */
export function changeMetadata(
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
