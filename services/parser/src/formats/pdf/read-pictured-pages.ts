import type { Source } from '../../format.ts';
import type { PageModel } from './page-model.ts';
import { hasTextLayer } from './text-layer.ts';

/** The same pages, where those whose own text does not say what a reader sees are read by OCR, one at a time. */
export async function* readPicturedPages(
  pages: AsyncIterable<PageModel>,
  { path, ocr, countOcrPage }: Pick<Source, 'path' | 'ocr' | 'countOcrPage'>,
): AsyncGenerator<PageModel> {
  for await (const page of pages) {
    if (hasTextLayer(page)) {
      yield page;
      continue;
    }
    const { readPdfPage } = await import('../../ocr/read-pdf-page.ts');
    const read = await readPdfPage(path, page, ocr.languages);
    countOcrPage();
    // What little text it has of its own may be a stamp that the picture shows too.
    yield read.glyphs > 0 ? read : page;
  }
}
