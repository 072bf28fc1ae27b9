import { createHash } from 'node:crypto';
import type { Schemas } from '@qdrant/js-client-rest';
import { shortest } from '../../batches.ts';
import { filterColumns } from '../../filter-columns.ts';
import type { VectorRecord } from '../../provider.ts';
import { weightsOf } from '../../scores.ts';

/** The space of docfleet's point ids, as RFC 9562 asks for one. */
const space = Buffer.from('0b6d1f0c8e5f4a55b1f36a2c9d4e7781', 'hex');

/**
 * Returns the point's id, a UUID of version 5, as Qdrant takes no others but numbers. The place is in it: a collection holds many namespaces and
 * generations, of which two may hold the same chunk.
 */
export function pointId(place: string, id: string): string {
  const bytes = createHash('sha1').update(space).update(`${place}\n${id}`).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The customer's metadata as filters read it: few indexes serve every field, as Qdrant keeps one in memory for each path. */
export function metadataPayload(metadata: VectorRecord['metadata']) {
  const { tokens, numberFields, numberValues } = filterColumns(metadata);
  const numbers = numberFields.map((field, index) => ({ field, value: numberValues[index] ?? 0 }));
  return { tokens, numbers };
}

/** A record as Qdrant takes it. One without terms has an empty sparse vector and is found by its meaning alone. */
export function toPoint(place: string, record: VectorRecord): Schemas['PointStruct'] {
  const { id, documentId, values, text, source, type, tenantId, metadata } = record;
  return {
    id: pointId(place, id),
    vector: { dense: Array.from(values, shortest), terms: weightsOf(record) },
    payload: {
      place,
      id,
      documentId,
      // JSON of half a character is refused with all that is sent beside it.
      text: text.toWellFormed(),
      source,
      type,
      ...(tenantId === null ? {} : { tenantId }),
      ...metadataPayload(metadata),
    },
  };
}
