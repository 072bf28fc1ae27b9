import { GifReader } from 'omggif';
import type { Pixels } from './to-picture.ts';

/** The first frame of a GIF: the others, if any, are the same in motion. */
export function decodeGif(bytes: Uint8Array): Pixels {
  const reader = new GifReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const { width, height } = reader;
  const data = new Uint8Array(width * height * 4);
  reader.decodeAndBlitFrameRGBA(0, data);
  return { width, height, data };
}
