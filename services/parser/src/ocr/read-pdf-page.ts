import { AppError } from '@docfleet/errors';
import type { PageModel } from '../formats/pdf/page-model.ts';
import { runProgram } from '../system-programs/run-program.ts';
import { readPgm } from './picture/picture.ts';
import { readPicture } from './read-picture.ts';
import { toPageModel } from './to-page-model.ts';

const dotsPerInch = 200;
/** Pixels along the longer side, which posters would exceed. */
const longestSide = 4_000;

/** The size of a page in points, and its place in the document, from 1. */
export type PdfPage = Pick<PageModel, 'number' | 'width' | 'height'>;

/** Reads a page of a PDF by its picture. Throws SYSTEM_PROGRAM_MISSING, and DOCUMENT_UNREADABLE where it cannot be drawn. */
export async function readPdfPage(
  path: string,
  { number, width, height }: PdfPage,
  languages: readonly string[],
): Promise<PageModel> {
  const resolution = Math.min(dotsPerInch, (longestSide * 72) / Math.max(width, height, 1));
  const { output, complaint } = await runProgram('pdftoppm', {
    args: ['-f', `${number}`, '-l', `${number}`, '-r', resolution.toFixed(2), '-cropbox', '-gray', path],
  });
  const picture = readPgm(output);
  if (!picture)
    throw new AppError(
      'DOCUMENT_UNREADABLE',
      `Page ${number} of the PDF cannot be drawn, so that OCR cannot read it`,
      {
        cause: new Error(complaint),
      },
    );
  const read = await readPicture(picture, { languages, dotsPerInch: resolution });
  return toPageModel(read, { number, dotsPerInch: resolution });
}
