import { AppError } from '@docfleet/errors';
import type { MetadataValue } from '@docfleet/vector-store';

export type Metadata = Readonly<Record<string, MetadataValue>>;
type ValuesByField = Readonly<Record<string, readonly string[]>>;

/** What happens to a document's metadata, in this order. */
export interface MetadataChange {
  readonly merge: Metadata;
  readonly set: Metadata;
  /** Values that arrays get; those they have already are not doubled. */
  readonly append: ValuesByField;
  readonly remove: ValuesByField;
}

/** Bytes of a document's metadata as JSON: with a chunk's text it must fit the 40 KB that vector stores take. */
export const maxMetadataBytes = 16_000;

export const metadataBytes = (metadata: unknown): number => Buffer.byteLength(JSON.stringify(metadata));

function refuse(documentId: string, path: string, message: string): never {
  throw new AppError('INVALID_REQUEST', `${path} ${message} (document ${documentId}); nothing was changed`, {
    details: { issues: [{ path, message }], documentId },
  });
}

/**
 * A document's metadata after a change; doing it twice is doing it once. Throws INVALID_REQUEST where a value is to be put into,
 * or taken out of, something that is no array, and where the whole would become too large.
 */
export function changeMetadata(
  documentId: string,
  current: Metadata,
  { merge, set, append, remove }: MetadataChange,
): Metadata {
  const fields = new Map(Object.entries({ ...current, ...merge, ...set }));

  function arrayOf(operator: '$append' | '$remove', field: string): readonly string[] | undefined {
    const value = fields.get(field);
    if (value === undefined || typeof value === 'object') return value;
    return refuse(documentId, `data.$metadata.${operator}.${field}`, 'is for arrays, and the value is none');
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
  const changed = Object.fromEntries(fields);
  if (metadataBytes(changed) > maxMetadataBytes)
    refuse(documentId, 'data', `would make the metadata larger than ${maxMetadataBytes} bytes`);
  return changed;
}
