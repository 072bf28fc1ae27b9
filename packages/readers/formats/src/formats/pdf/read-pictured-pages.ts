import { AppError } from '@docfleet/errors';
import type { Source } from '../../format.ts';
import { isIllegible, isMoreLegible, isScan } from './legibility.ts';
import type { PageModel } from './page-model.ts';
import type { PdfFile } from './pdfium/open-pdf.ts';
import { hasTextLayer } from './text-layer.ts';

/**
 * Codes of errors that concern a single page in OCR: its own content, or a program or language that this machine lacks. Other errors end
 * the document.
 */
const codes = new Set(['SYSTEM_PROGRAM_MISSING', 'DOCUMENT_UNREADABLE', 'DOCUMENT_TOO_COMPLEX']);
const isOfPage = (cause: unknown): cause is AppError => cause instanceof AppError && codes.has(cause.code);

/** Outcome for the pages that are left when OCR has taken its time. */
const outOfTime = () =>
  new AppError(
    'DOCUMENT_TOO_COMPLEX',
    'OCR of the pages before has taken the time that there is: split the file; an ingestion has more time than a conversion, and PARSE_TOTAL_SECONDS says how much',
  );

/** Why the text of a page is not what it says; the page is named where OCR has nothing better. */
export const illegible =
  'The text that the file has of the page reads like no language, as failed OCR or letters of wrong meaning do';

type Reading = Pick<Source, 'ocr' | 'countOcrPage' | 'reportNotRead'>;

/** The page as OCR reads it, or why it cannot. */
async function tryToRead(page: PageModel, file: PdfFile, languages: readonly string[]) {
  const { readPdfPage } = await import('../../ocr/read-pdf-page.ts');
  return readPdfPage(file, page, languages).catch((cause: unknown): AppError => {
    if (!isOfPage(cause)) throw cause;
    return cause;
  });
}

/**
 * Passes pages on and reads by OCR, one at a time, those whose own text does not say what a reader sees: they have none, or what some
 * other OCR has made of them. A page that OCR cannot read is reported; if no page has text, the first error is thrown.
 */
export async function* readPicturedPages(
  pages: AsyncIterable<PageModel>,
  file: PdfFile,
  { ocr, countOcrPage, reportNotRead }: Reading,
): AsyncGenerator<PageModel> {
  let hasText = false;
  let refusal: AppError | undefined;
  const startedAt = performance.now();
  const isLate = () => performance.now() - startedAt >= (ocr.maxMs ?? Number.POSITIVE_INFINITY);
  const readByOcr = (page: PageModel) => (isLate() ? outOfTime() : tryToRead(page, file, ocr.languages));
  for await (const page of pages) {
    const hasLayer = hasTextLayer(page);
    if (hasLayer) hasText ||= page.runs.length > 0;
    if (hasLayer && !isIllegible(page)) {
      yield page;
      continue;
    }
    const where = `page ${page.number}`;
    const lacksProgram = refusal?.code === 'SYSTEM_PROGRAM_MISSING';
    const read = (lacksProgram && refusal) || (await readByOcr(page));
    if (read instanceof AppError) {
      refusal = read;
      if (!hasLayer) reportNotRead({ what: 'PAGE', where, why: read.message });
      else if (isScan(page)) reportNotRead({ what: 'TEXT', where, why: `${illegible}. ${read.message}` });
      yield page;
      continue;
    }
    countOcrPage();
    if (hasLayer) {
      const isBetter = isMoreLegible(read.runs, page.runs);
      // A page that is drawn may be a table of codes, which OCR reads as it stands.
      if (!isBetter && isScan(page))
        reportNotRead({ what: 'TEXT', where, why: `${illegible}: name its language in ocrConfig.languages` });
      yield isBetter ? read : page;
      continue;
    }
    hasText ||= read.glyphs > 0;
    for (const part of read.notRead ?? []) reportNotRead(part);
    // What little text it has of its own may be a stamp that the picture shows too.
    yield read.glyphs > 0 ? read : page;
  }
  if (refusal && !hasText) throw refusal;
}
