import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import type { NotReadReport } from '@docfleet/text/not-read';
import { Transformer } from '@napi-rs/image';
import { imageSize } from 'image-size';
import { GifReader } from 'omggif';
import type { Source } from '../../format.ts';
import type { Picture } from '../../ocr/picture/remove-specks.ts';
import { readPicture } from '../../ocr/read-picture.ts';
import { noTextReason, toPageModel } from '../../ocr/to-page-model.ts';
import type { PageModel } from '../pdf/page-model.ts';

/** A page of A3 at 600 dots per inch has 70 million. */
const maxPixels = 100_000_000;

/** Throws DOCUMENT_TOO_COMPLEX for a picture that no scanner makes; to be asked before anything is decoded. */
function refuseTooLarge(width: number, height: number): void {
  if (width * height > maxPixels)
    throw new AppError(
      'DOCUMENT_TOO_COMPLEX',
      `The image has ${width} x ${height} pixels, more than the ${maxPixels / 1e6} million that are read: scale it down`,
    );
}

/** Four bytes a pixel: red, green, blue, and how much it covers. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Letters of pages that are as many pixels long have the size that OCR reads best: A4 at 130 to 300 dots per inch. */
const [shortest, longest] = [1_500, 3_600];
const maxEnlargement = 2.5;
/** `Transformer`'s numbers of the layouts with 16 bits a channel. */
const [firstOf16Bits, lastOf16Bits] = [4, 7];

function scaleOf(width: number, height: number): number {
  const side = Math.max(width, height, 1);
  if (side > longest) return longest / side;
  return side < shortest ? Math.min(maxEnlargement, shortest / side) : 1;
}

/** Brightness of 255 above which ink is invisible on white paper. */
const lightInk = 128;
/** Shares of a picture's pixels: a picture of letters has less ink, and few dark pixels where all are light. */
const maxDrawnShare = 0.6;
const fewDark = 0.005;

/** Whether a picture is light letters on nothing, as logos and captions for dark pages are. */
function isLightOnNothing(count: number, valueAt: (index: number) => readonly [number, number]): boolean {
  let [drawn, dark] = [0, 0];
  for (let index = 0; index < count; index++) {
    const [value, cover] = valueAt(index);
    if (cover < lightInk) continue;
    drawn++;
    if (value < lightInk) dark++;
  }
  return drawn > 0 && drawn < maxDrawnShare * count && dark < fewDark * drawn;
}

/** One byte of gray for each pixel, laid on white paper where the picture is transparent; light letters become dark ones. */
function toGrey(raw: Buffer, count: number, has16Bits: boolean): Uint8Array {
  const depth = has16Bits ? 2 : 1;
  const channels = raw.length / count / depth;
  if (channels === 1 && depth === 1) return raw;
  const read = (at: number) => (has16Bits ? raw.readUInt16LE(at * 2) >> 8 : (raw[at] as number));
  const valueAt = (index: number) =>
    [read(index * channels), channels === 2 ? read(index * channels + 1) : 255] as const;
  const isLight = channels === 2 && isLightOnNothing(count, valueAt);
  const gray = new Uint8Array(count);
  for (let index = 0; index < count; index++) {
    const [value, cover] = valueAt(index);
    const ink = isLight ? value : 255 - value;
    gray[index] = 255 - (ink * cover) / 255;
  }
  return gray;
}

/** Orientations of EXIF from which on a picture lies on its side. */
const firstOnItsSide = 5;

/** A picture of pixels or of an encoded PNG, JPEG, TIFF, BMP or WEBP, in gray and of a size that suits OCR. */
async function toPicture(image: Pixels | Uint8Array): Promise<Picture> {
  const transformer =
    image instanceof Uint8Array
      ? new Transformer(image)
      : Transformer.fromRgbaPixels(image.data, image.width, image.height);
  const { colorType, orientation = 1, ...stored } = await transformer.metadata(true);
  // Shown as its camera held it, also mirrored.
  if (orientation > 1) transformer.rotate();
  const isOnItsSide = orientation >= firstOnItsSide;
  const width = isOnItsSide ? stored.height : stored.width;
  const height = isOnItsSide ? stored.width : stored.height;
  const scale = scaleOf(width, height);
  const scaled = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  transformer.grayscale();
  if (scale !== 1) transformer.resize({ ...scaled, fit: 1 });
  const raw = await transformer.rawPixels();
  const has16Bits = colorType >= firstOf16Bits && colorType <= lastOf16Bits;
  return { ...scaled, pixels: toGrey(raw, scaled.width * scaled.height, has16Bits) };
}

const maxPages = 2_000;
const entryLength = 12;
const [imageWidth, imageLength] = [256, 257];
const shortType = 3;

const damaged = () =>
  new AppError('DOCUMENT_UNREADABLE', 'The TIFF file is cut off or damaged: save or upload it again');

function numbersOf(bytes: Buffer) {
  const isLittle = bytes.toString('latin1', 0, 2) === 'II';
  const within = (offset: number, length: number) => {
    if (offset < 0 || offset + length > bytes.length) throw damaged();
  };
  return {
    short(offset: number): number {
      within(offset, 2);
      return isLittle ? bytes.readUInt16LE(offset) : bytes.readUInt16BE(offset);
    },
    long(offset: number): number {
      within(offset, 4);
      return isLittle ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset);
    },
    setLong: (offset: number, value: number) =>
      isLittle ? bytes.writeUInt32LE(value, offset) : bytes.writeUInt32BE(value, offset),
  };
}

/**
 * Yields the bytes once for each page of a TIFF, with that page as the first one, which is all that readers of images look for. Each result
 * is valid until the next is requested. Layout: TIFF 6.0, section 2. Throws DOCUMENT_UNREADABLE and DOCUMENT_TOO_COMPLEX.
 */
function* tiffPages(file: Uint8Array): Generator<Uint8Array> {
  const bytes = Buffer.from(file);
  const { short, long, setLong } = numbersOf(bytes);
  const seen = new Set<number>();
  for (let directory = long(4); directory !== 0; ) {
    if (seen.has(directory) || seen.size === maxPages) throw damaged();
    seen.add(directory);
    const entries = short(directory);
    const size = { width: 0, height: 0 };
    for (let entry = directory + 2; entry < directory + 2 + entries * entryLength; entry += entryLength) {
      const tag = short(entry);
      const value = () => (short(entry + 2) === shortType ? short(entry + 8) : long(entry + 8));
      if (tag === imageWidth) size.width = value();
      if (tag === imageLength) size.height = value();
    }
    refuseTooLarge(size.width, size.height);
    const next = long(directory + 2 + entries * entryLength);
    setLong(4, directory);
    yield bytes;
    directory = next;
  }
}

export type ImageKind = 'PNG' | 'JPG' | 'TIFF' | 'GIF' | 'BMP' | 'WEBP';

function* imagesOf(bytes: Uint8Array, kind: ImageKind): Generator<Uint8Array | Pixels> {
  if (kind === 'TIFF') {
    yield* tiffPages(bytes);
    return;
  }
  const { width, height } = imageSize(bytes);
  refuseTooLarge(width, height);
  yield kind === 'GIF' ? decodeGif(bytes) : bytes;
}

/**
 * Reads the pages of an image by OCR, one at a time. Throws DOCUMENT_EMPTY where there is something on its pages and no text,
 * DOCUMENT_TOO_COMPLEX, and any error of a decoder.
 */
export async function* readImage(
  { path, ocr, countOcrPage, reportNotRead }: Source,
  kind: ImageKind,
): AsyncGenerator<PageModel> {
  let number = 0;
  const unread: NotReadReport[] = [];
  let hasText = false;
  for (const image of imagesOf(await readFile(path), kind)) {
    number++;
    const read = await readPicture(await toPicture(image), { languages: ocr.languages });
    countOcrPage();
    const page = toPageModel(read, { number });
    unread.push(...(page.notRead ?? []));
    hasText ||= page.glyphs > 0;
    yield page;
  }
  if (!hasText && unread.length > 0) throw new AppError('DOCUMENT_EMPTY', noTextReason);
  for (const part of unread) reportNotRead(part);
}

/** The first frame of a GIF: the others, if any, are the same in motion. */
function decodeGif(bytes: Uint8Array): Pixels {
  const reader = new GifReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const { width, height } = reader;
  const data = new Uint8Array(width * height * 4);
  reader.decodeAndBlitFrameRGBA(0, data);
  return { width, height, data };
}
