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

/** A text that becomes a document's content. How long it may be is the operator's to say. */
export const ingestedText = z.string().regex(...notBlank);

/** A character of UTF-8 takes at most six bytes of JSON for each of its own: `\u0001`. */
const escapedBytes = 6;

/** Most bytes of a body that holds such a text. */
export const textBodyLimit = ({ textBytes, jsonBytes }: GatewayContext['limits']): number =>
  textBytes * escapedBytes + jsonBytes;

/** Throws PAYLOAD_TOO_LARGE for a text of more bytes than the operator allows. */
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
