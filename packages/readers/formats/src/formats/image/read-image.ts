import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import type { NotReadReport } from '@docfleet/text/not-read';
import { imageSize } from 'image-size';
import { GifReader } from 'omggif';
import type { Source } from '../../format.ts';
import { readPicture } from '../../ocr/read-picture.ts';
import { noTextReason, toPageModel } from '../../ocr/to-page-model.ts';
import type { PageModel } from '../pdf/page-model.ts';
import { tiffPages } from './tiff-pages.ts';
import { type Pixels, toPicture } from './to-picture.ts';
import { refuseTooLarge } from './too-large.ts';

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
 * DOCUMENT_TOO_COMPLEX, and whatever a decoder throws.
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
