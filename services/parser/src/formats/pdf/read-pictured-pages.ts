import type { Source } from '../../format.ts';
import type { PageModel } from './page-model.ts';
import type { PdfFile } from './pdfium/open-pdf.ts';
import { hasTextLayer } from './require-text.ts';

/** The same pages, where those whose own text does not say what a reader sees are read by OCR, one at a time. */
export async function* readPicturedPages(
  pages: AsyncIterable<PageModel>,
  file: PdfFile,
  { ocr, countOcrPage }: Pick<Source, 'ocr' | 'countOcrPage'>,
): AsyncGenerator<PageModel> {
  for await (const page of pages) {
    if (hasTextLayer(page)) {
      yield page;
      continue;
    }
    const { readPdfPage } = await import('../../ocr/read-pdf-page.ts');
    const read = await readPdfPage(file, page, ocr.languages);
    countOcrPage();
    // What little text it has of its own may be a stamp that the picture shows too.
    yield read.glyphs > 0 ? read : page;
  }
}
