import { createHash } from 'node:crypto';
import { AppError } from '@docfleet/errors';

/** A body that is measured as it is read. */
export interface Measured {
  /** Rejects with FILE_TOO_LARGE once there are too many bytes. */
  readonly body: AsyncGenerator<Uint8Array>;
  /** SHA-256 of what was read, in hexadecimal; to be asked once. */
  hash(): string;
}

/** Measures a body whose declared size may be wrong or missing; `maxBytes` is in bytes. */
export function measured(body: AsyncIterable<Uint8Array>, maxBytes: number): Measured {
  const hash = createHash('sha256');
  async function* measure() {
    let bytes = 0;
    for await (const part of body) {
      bytes += part.byteLength;
      if (bytes > maxBytes)
        throw new AppError(
          'FILE_TOO_LARGE',
          `The file has more than the ${maxBytes} bytes that are ingested`,
        );
      hash.update(part);
      yield part;
    }
  }
  return { body: measure(), hash: () => hash.digest('hex') };
}
