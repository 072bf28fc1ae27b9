import { AppError } from '@docfleet/errors';
import { instantOf } from '@docfleet/metadata-filter';
import type { PineconeRecord, RecordMetadata } from '@pinecone-database/pinecone';
import { shortest } from '../../batches.ts';
import type { VectorRecord } from '../../provider.ts';
import { weightsOf } from '../../scores.ts';

/** Maximum of metadata in bytes: the vendor documents 40 KB; the margin allows for another way of counting. */
export const metadataBytes = 40_000;

/** The customer's fields lie under a prefix, so that they cannot pass for our own. */
export const userPrefix = 'm_';
/** Prefix of the fields that hold dates as numbers: Pinecone compares numbers alone. */
export const instantPrefix = 't_';

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** Returns the longest prefix of a text whose JSON has at most the given number of bytes; never splits a character. */
function cutToBytes(text: string, bytes: number): string {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (jsonBytes(text.slice(0, middle)) <= bytes) low = middle;
    else high = middle - 1;
  }
  const cut = text.slice(0, low);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

const withPrefix = (metadata: VectorRecord['metadata']): RecordMetadata =>
  Object.fromEntries(
    Object.entries(metadata).flatMap(([field, value]) => {
      const instant = typeof value === 'string' ? instantOf(value) : undefined;
      const own = [userPrefix + field, typeof value === 'object' ? [...value] : value] as const;
      return instant === undefined ? [own] : [own, [instantPrefix + field, instant] as const];
    }),
  );

function fitText(metadata: RecordMetadata, text: string): RecordMetadata {
  const whole = { ...metadata, text };
  if (jsonBytes(whole) <= metadataBytes) return whole;
  const frame = { ...metadata, text: '', textTruncated: true };
  // The two quotes of the empty text are counted in both.
  const room = metadataBytes - jsonBytes(frame) + 2;
  if (room < 2)
    throw new AppError('PROVIDER_REJECTED', "The document's metadata is larger than Pinecone stores", {
      details: { setting: 'metadata', reason: 'Pinecone stores at most 40 KB of metadata with a vector' },
    });
  return { ...frame, text: cutToBytes(text, room) };
}

/** A record's metadata: our fields, the customer's under a prefix, no nulls, and as much of the text as fits. */
function toMetadata(record: VectorRecord): RecordMetadata {
  const { documentId, source, type, tenantId, text, metadata } = record;
  const fields = { documentId, source, type, ...(tenantId === null ? {} : { tenantId }) };
  return fitText({ ...fields, ...withPrefix(metadata) }, text);
}

/** Stored metadata with the customer's part replaced. */
export function replaceUserMetadata(
  stored: RecordMetadata,
  metadata: VectorRecord['metadata'],
): RecordMetadata {
  const { text, ...rest } = stored;
  const own = Object.fromEntries(
    Object.entries(rest).filter(
      ([field]) => ![userPrefix, instantPrefix].some((prefix) => field.startsWith(prefix)),
    ),
  );
  return fitText({ ...own, ...withPrefix(metadata) }, String(text ?? ''));
}

/** 1,000 records and 2 MB a request by the vendor's documentation; the margin is for the frame around the records. */
export const upsertLimits = { records: 1_000, bytes: 1_900_000 };

/** An empty sparse vector is refused; a record without one is only found by its meaning. */
export function sparseValuesOf(
  record: Pick<VectorRecord, 'terms' | 'weights'>,
): Pick<PineconeRecord, 'sparseValues'> {
  const sparseValues = weightsOf(record);
  return sparseValues.indices.length === 0 ? {} : { sparseValues };
}

/** A record as Pinecone takes it: dense and sparse values and metadata. */
export function toPineconeRecord(record: VectorRecord): PineconeRecord {
  return {
    id: record.id,
    values: Array.from(record.values, shortest),
    ...sparseValuesOf(record),
    metadata: toMetadata(record),
  };
}
