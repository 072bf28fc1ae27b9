import { createHash } from 'node:crypto';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { namespaceId } from './find-own.ts';
import { metadata } from './metadata-filter.ts';
import { formJson } from './parse-json.ts';
import type { Limits } from './route.ts';
import { chunkConfig, htmlContentField, notBlank, ocrConfig, ocrConfigField } from './shared-fields.ts';

/** Fields that a text and a file have in common. */
const documentName = z.string().min(1).max(255).describe('Name of the document');
const externalId = z
  .string()
  .min(1)
  .max(512)
  .describe(
    'Your own id: ingesting under the same one again updates the document. Unset: a hash of tenant, name and content',
  );

/** Text that becomes the content of a document; the operator limits its length (`refuseLongText`). */
export const ingestedText = z.string().regex(...notBlank);

/** Maximum bytes of JSON for one byte of UTF-8: a control character is escaped as `\u0001`. */
const escapedBytes = 6;

/** Returns the maximum size in bytes of a JSON body that holds such a text. */
export const textBodyLimit = ({ textBytes, jsonBytes }: Limits): number =>
  textBytes * escapedBytes + jsonBytes;

/** Checks the size of a text; throws PAYLOAD_TOO_LARGE above the operator's limit in bytes. */
export function refuseLongText(
  text: string,
  { path, limits: { textBytes } }: { path: string; limits: Limits },
): void {
  if (Buffer.byteLength(text) <= textBytes) return;
  const issue = { path, message: `must not be longer than ${textBytes} bytes` };
  throw new AppError(
    'PAYLOAD_TOO_LARGE',
    `The text is longer than the limit of ${textBytes} bytes of UTF-8: send it as a file to POST /v1/ingest/file`,
    {
      details: { issues: [issue] },
    },
  );
}

/** Field `config` of a text: its content, name, external id and metadata. */
export const textConfig = z.strictObject({
  name: documentName.optional(),
  text: ingestedText,
  externalId: externalId.optional(),
  metadata: metadata
    .optional()
    .describe('Without it a document that is ingested again keeps its own; {} removes them'),
});

const fileConfig = z
  .strictObject({ name: documentName.optional(), externalId: externalId.optional() })
  .default({});

/** Form fields besides the file. */
export const ingestFileForm = z
  .strictObject({
    namespaceId,
    source: z
      .enum(['FILE', 'LOCAL_FILE', 'undefined', ''])
      .optional()
      .describe('A file always: it may be left out, be empty or the word undefined'),
    config: formJson(fileConfig).describe('JSON: { name?, externalId? }'),
    metadata: formJson(metadata.optional()).describe(
      'JSON: your own fields of the document. Without it a document that is ingested again keeps its own; {} removes them',
    ),
    chunkConfig: formJson(chunkConfig).describe('JSON: { chunkSize, chunkOverlap }'),
    ocrConfig: formJson(ocrConfig).describe(ocrConfigField),
    htmlContent: htmlContentField,
  })
  .meta({
    examples: [{ namespaceId: 'quickstart', source: 'FILE', metadata: '{"team":"people"}' }],
  });

/** Error codes of routes that take a file for their invalid fields. */
export const invalidFile = {
  default: 'INVALID_INGEST_CONFIG',
  chunkConfig: 'INVALID_CHUNK_CONFIG',
  ocrConfig: 'INVALID_OCR_CONFIG',
} as const;

/** Returns the external id of a document without one: equal for the same tenant, name and content. */
export function contentIdentity(
  tenantId: string | undefined,
  name: string | undefined,
  contentHash: Uint8Array,
): string {
  const identity = JSON.stringify([tenantId ?? null, name ?? null, Buffer.from(contentHash).toString('hex')]);
  return createHash('sha256').update(identity).digest('hex');
}
