import { Transformer } from '@napi-rs/image';
import type { Picture } from '../../ocr/picture/picture.ts';

/** Four bytes a pixel: red, green, blue, and how much it covers. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Letters of pages that are as many pixels long have the size that OCR reads best: A4 at 130 to 300 dots per inch. */
const [shortest, longest] = [1_500, 3_600];
const maxEnlargement = 2.5;
/** How `Transformer` numbers the layouts of 16 bits a channel. */
const [firstOf16Bits, lastOf16Bits] = [4, 7];

function scaleOf(width: number, height: number): number {
  const side = Math.max(width, height, 1);
  if (side > longest) return longest / side;
  return side < shortest ? Math.min(maxEnlargement, shortest / side) : 1;
}

/** Of 255: ink that is lighter is not seen on white paper. */
const lightInk = 128;
/** Shares of a picture's pixels: less is drawn where it is letters alone, and of these so few are dark where all are light. */
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

/** One byte of grey for each pixel, laid on white paper where the picture is transparent; light letters become dark ones. */
function toGrey(raw: Buffer, count: number, has16Bits: boolean): Uint8Array {
  const depth = has16Bits ? 2 : 1;
  const channels = raw.length / count / depth;
  if (channels === 1 && depth === 1) return raw;
  const read = (at: number) => (has16Bits ? raw.readUInt16LE(at * 2) >> 8 : (raw[at] as number));
  const valueAt = (index: number) =>
    [read(index * channels), channels === 2 ? read(index * channels + 1) : 255] as const;
  const isLight = channels === 2 && isLightOnNothing(count, valueAt);
  const grey = new Uint8Array(count);
  for (let index = 0; index < count; index++) {
    const [value, cover] = valueAt(index);
    const ink = isLight ? value : 255 - value;
    grey[index] = 255 - (ink * cover) / 255;
  }
  return grey;
}

/** Orientations of EXIF from which on a picture lies on its side. */
const firstOnItsSide = 5;

/** A picture of pixels or of an encoded PNG, JPEG, TIFF, BMP or WEBP, in grey and of a size that suits OCR. */
export async function toPicture(image: Pixels | Uint8Array): Promise<Picture> {
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
