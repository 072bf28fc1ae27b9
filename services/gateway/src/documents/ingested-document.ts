import { notBlank } from '@docfleet/api/not-blank';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import type { GatewayContext } from '../http/context.ts';

/** Fields that a text and a file have in common. */
export const documentName = z.string().min(1).max(255).describe('Name of the document');
export const externalId = z
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
export const textBodyLimit = ({ textBytes, jsonBytes }: GatewayContext['limits']): number =>
  textBytes * escapedBytes + jsonBytes;

/** Checks the size of a text; throws PAYLOAD_TOO_LARGE above the operator's limit in bytes. */
export function refuseLongText(
  text: string,
  { path, limits: { textBytes } }: { path: string; limits: GatewayContext['limits'] },
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
