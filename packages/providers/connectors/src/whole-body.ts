import { AppError } from '@docfleet/errors';

/** Attempts at an answer that contradicts itself, which may be right the next time; afterwards it is not downloaded for a day. */
const maxAttempts = 6;

/** The error for a body that is not what its vendor declared. */
export const contradiction = (vendor: string, reason: string) =>
  new AppError('PROVIDER_UNAVAILABLE', `${vendor} sent something other than it declared`, {
    details: { reason, maxAttempts },
  });

/** Lets go of a body that is not read: one that was never begun would keep its connection until the vendor ends it. */
export async function leaveBody(body: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const _part of body) break;
  } catch {
    // It has ended by itself.
  }
}

/**
 * Passes on a body of a stated length; rejects with PROVIDER_UNAVAILABLE when it ends early. A longer one is accepted: the file was
 * written again since it was listed, and the next sync sees another version.
 */
export async function* wholeBody(
  body: AsyncIterable<Uint8Array>,
  { vendor, sizeBytes }: { readonly vendor: string; readonly sizeBytes: number | null | undefined },
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    yield part;
  }
  if (sizeBytes !== null && sizeBytes !== undefined && bytes < sizeBytes)
    throw contradiction(vendor, `It lists the content with ${sizeBytes} bytes, and ${bytes} came`);
}
