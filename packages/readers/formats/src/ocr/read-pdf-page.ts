import { AppError } from '@docfleet/errors';
import type { PageModel } from '../formats/pdf/page-model.ts';
import { drawPage } from '../formats/pdf/pdfium/draw-page.ts';
import type { PdfFile } from '../formats/pdf/pdfium/open-pdf.ts';
import { readPicture } from './read-picture.ts';
import { toPageModel } from './to-page-model.ts';

const dotsPerInch = 200;
/** Pixels along the longer side, which posters would exceed. */
const maxSidePixels = 4_000;

/** The size of a page in points, and its place in the document, from 1. */
export type PdfPage = Pick<PageModel, 'number' | 'width' | 'height'>;

/** Reads a page of a PDF by its picture. Throws SYSTEM_PROGRAM_MISSING, and DOCUMENT_UNREADABLE where it cannot be drawn. */
export async function readPdfPage(
  file: PdfFile,
  { number, width, height }: PdfPage,
  languages: readonly string[],
): Promise<PageModel> {
  const resolution = Math.min(dotsPerInch, (maxSidePixels * 72) / Math.max(width, height, 1));
  const picture = await file.withPage(number, (pdfium, page) => drawPage(pdfium, page, resolution));
  if (!picture)
    throw new AppError(
      'DOCUMENT_UNREADABLE',
      `Page ${number} of the PDF cannot be drawn, so that OCR cannot read it`,
    );
  const read = await readPicture(picture, { languages, dotsPerInch: resolution });
  return toPageModel(read, { number, dotsPerInch: resolution });
}
