import type { Readable } from 'node:stream';

/** Cuts a stream into parts of exactly `size` bytes, but for the last, which may be shorter or empty. */
export async function* partsOf(body: Readable, size: number): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array | string>) {
    let rest = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    while (rest.length > 0) {
      if (filled === size) {
        yield part;
        part = Buffer.allocUnsafe(size);
        filled = 0;
      }
      const taken = rest.subarray(0, size - filled);
      part.set(taken, filled);
      filled += taken.length;
      rest = rest.subarray(taken.length);
    }
  }
  yield part.subarray(0, filled);
}
