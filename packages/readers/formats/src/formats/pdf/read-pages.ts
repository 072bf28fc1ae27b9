import { AppError } from '@docfleet/errors';
import type { Source } from '../../format.ts';
import type { PageModel } from './page-model.ts';
import type { PdfFile } from './pdfium/open-pdf.ts';

const maxPages = 100_000;
/** A file may claim any number of pages; after so many that are not there none follows. */
const maxMissing = 1_000;
/** After so many pages that PDFium fails at, the document is damaged. */
const maxFailures = 20;

type Reading = Pick<Source, 'pagesToSkip' | 'reportNotRead' | 'reportProgress'>;

/** A failure that concerns one page, after which the others can be read. */
const isOfPage = (cause: unknown): cause is AppError =>
  cause instanceof AppError &&
  (cause.code === 'DOCUMENT_TOO_COMPLEX' || cause.code === 'DOCUMENT_UNREADABLE');

/** The pages of a PDF in order. Those that cannot be read are reported, each with the reason. */
export async function* readPages(file: PdfFile, source: Reading): AsyncGenerator<PageModel> {
  const { pageCount } = file;
  let [read, missing, failures] = [0, 0, 0];
  const leaveOut = (number: number, why: string) =>
    source.reportNotRead({ what: 'PAGE', where: `page ${number}`, why });
  for (let number = 1; number <= pageCount && missing < maxMissing; number++) {
    source.reportProgress({ unit: 'PAGE', done: number - 1, total: pageCount });
    const skipped = source.pagesToSkip.find(({ page }) => page === number);
    if (skipped) leaveOut(number, skipped.why);
    if (skipped) continue;
    const page = await file.readPage(number).catch((cause: unknown) => {
      if (!isOfPage(cause) || pageCount === 1 || ++failures > maxFailures) throw cause;
      return cause;
    });
    missing = page ? 0 : missing + 1;
    if (!page) leaveOut(number, 'The page is damaged: save the file again');
    else if (page instanceof AppError) leaveOut(number, page.message);
    if (!page || page instanceof AppError) continue;
    if (++read > maxPages)
      throw new AppError(
        'DOCUMENT_TOO_COMPLEX',
        `The PDF has more than ${maxPages} pages, the most that is read`,
      );
    for (const part of page.notRead ?? []) source.reportNotRead({ ...part, where: `page ${number}` });
    yield page;
  }
  source.reportProgress({ unit: 'PAGE', done: pageCount, total: pageCount });
}
