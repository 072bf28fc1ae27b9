import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { AppError } from '@docfleet/errors';

/** Bytes that one stream may become: a page's content is thousands, a bomb billions. */
const maxBytes = 64 * 2 ** 20;

const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxBytes };

function isTooLarge(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
}

/**
 * Inflates a stream, as far as it goes where its end is missing; empty where it is damaged at its beginning. Throws
 * DOCUMENT_TOO_COMPLEX for a bomb.
 */
export function inflate(bytes: Uint8Array): Uint8Array {
  for (const attempt of [
    () => inflateSync(bytes, options),
    () => inflateRawSync(bytes.subarray(2), options),
  ]) {
    try {
      return attempt();
    } catch (cause) {
      if (isTooLarge(cause))
        throw new AppError('DOCUMENT_TOO_COMPLEX', 'The PDF packs more into one of its parts than is read', {
          cause,
        });
    }
  }
  return new Uint8Array();
}
