import { crc32, deflateSync } from 'node:zlib';
import { Transformer } from '@napi-rs/image';
import { GifWriter } from 'omggif';
import type { Picture } from '../../../src/ocr/picture/remove-specks.ts';

const transformerOf = ({ width, height, pixels }: Picture) => {
  const colors = new Uint8Array(width * height * 4);
  for (const [index, value] of pixels.entries()) colors.set([value, value, value, 255], index * 4);
  return Transformer.fromRgbaPixels(colors, width, height);
};

/** A picture encoded in each of the formats. */
export const encoders = {
  png: (picture: Picture) => transformerOf(picture).png(),
  jpg: async (picture: Picture) => new Transformer(await transformerOf(picture).png()).jpeg(),
  webp: (picture: Picture) => transformerOf(picture).webpLossless(),
  bmp: (picture: Picture) => transformerOf(picture).bmp(),
  gif: async (picture: Picture) => gifOf(picture),
  tif: async (picture: Picture) => tiffOf([picture]),
};

function gifOf({ width, height, pixels }: Picture): Buffer {
  const bytes = Buffer.alloc(width * height * 2 + 2_000);
  const writer = new GifWriter(bytes, width, height, { palette: [0x000000, 0xffffff] });
  const indexes = Array.from(pixels, (value) => (value < 128 ? 0 : 1));
  writer.addFrame(0, 0, width, height, indexes);
  return bytes.subarray(0, writer.end());
}

const shortType = 3;
const longType = 4;

/** A TIFF of these pages, not compressed; `swapped` has the bytes of its numbers the other way round. */
export function tiffOf(pages: readonly Picture[], { swapped = false } = {}): Buffer {
  const ordered = (bytes: Buffer) => (swapped ? bytes.reverse() : bytes);
  const short = (value: number) => ordered(Buffer.from([value & 255, value >> 8]));
  const long = (value: number) => ordered(Buffer.from(Uint32Array.of(value).buffer));
  const parts: Buffer[] = [Buffer.from(swapped ? 'MM' : 'II'), short(42), long(8)];
  let offset = 8;
  for (const [index, { width, height, pixels }] of pages.entries()) {
    const entry = (tag: number, type: number, value: number) =>
      Buffer.concat([
        short(tag),
        short(type),
        long(1),
        type === shortType ? Buffer.concat([short(value), short(0)]) : long(value),
      ]);
    const length = 2 + 9 * 12 + 4;
    const end = offset + length + pixels.length;
    parts.push(short(9), entry(256, longType, width), entry(257, longType, height), entry(258, shortType, 8));
    parts.push(entry(259, shortType, 1), entry(262, shortType, 1), entry(273, longType, offset + length));
    parts.push(entry(277, shortType, 1), entry(278, longType, height), entry(279, longType, pixels.length));
    parts.push(long(index + 1 < pages.length ? end : 0), Buffer.from(pixels));
    offset = end;
  }
  return Buffer.concat(parts);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of this color type and depth; without rows it promises what it does not hold. */
export function pngOf(
  { width, height }: { width: number; height: number },
  { depth, colorType, rows = [] }: { depth: number; colorType: number; rows?: readonly Buffer[] },
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType], 8);
  const content = deflateSync(Buffer.concat(rows.flatMap((row) => [Buffer.from([0]), row])));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', content),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG that states by EXIF how its camera was held: a number from 1 to 8. */
export function heldAs(jpeg: Buffer, orientation: number): Buffer {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  const body = Buffer.concat([
    Buffer.from('Exif\0\0', 'latin1'),
    Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]),
  ]);
  const marker = Buffer.from([0xff, 0xe1, 0, body.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), marker, body, jpeg.subarray(2)]);
}

/** A PNG that says of itself that it moves; its first frame is the picture. */
export function animated(png: Buffer): Buffer {
  const afterHeader = 8 + 25;
  const control = chunk('acTL', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]));
  return Buffer.concat([png.subarray(0, afterHeader), control, png.subarray(afterHeader)]);
}
