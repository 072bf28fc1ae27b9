import { Readable } from 'node:stream';
import zlib from 'node:zlib';

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** Unpacks a body of gzip as it is read; throws what `damaged` makes where its compression is not whole. */
export async function* gunzip(
  body: AsyncIterable<Uint8Array>,
  damaged: () => Error,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(body, { objectMode: false });
  const unpacking = zlib.createGunzip();
  source.on('error', (error) => unpacking.destroy(error)).pipe(unpacking);
  try {
    yield* unpacking;
  } catch (error) {
    throw (error as { code?: string }).code?.startsWith('Z_') ? damaged() : error;
  } finally {
    source.destroy();
    unpacking.destroy();
  }
}
