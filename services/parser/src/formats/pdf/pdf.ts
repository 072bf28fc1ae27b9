import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { asUnreadable } from '../../as-unreadable.ts';
import { writeBlocks } from '../../document-tree/write-blocks.ts';
import type { Format, Source } from '../../format.ts';
import { readDocument } from './layout/read-document.ts';
import type { PageModel } from './page-model.ts';
import { openPdf, type PdfFile } from './pdfium/open-pdf.ts';
import { readPicturedPages } from './read-pictured-pages.ts';
import { requireText } from './require-text.ts';

const mostPages = 100_000;
/** A file may claim any number of pages; after so many that are not there none follows. */
const mostMissing = 1_000;

/** The pages of a PDF in order, without those that cannot be loaded. */
async function* readPages(file: PdfFile): AsyncGenerator<PageModel> {
  let [read, missing] = [0, 0];
  for (let number = 1; number <= file.pageCount && missing < mostMissing; number++) {
    const page = await file.readPage(number);
    missing = page ? 0 : missing + 1;
    if (!page) continue;
    if (++read > mostPages)
      throw new AppError(
        'DOCUMENT_TOO_COMPLEX',
        `The PDF has more than ${mostPages} pages, the most that is read`,
      );
    yield page;
  }
}

async function* convert(source: Source): AsyncGenerator<string> {
  const file = await openPdf(await readFile(source.path));
  try {
    const pages = readPages(file);
    const isByOcr = source.ocr.strategy === 'STANDARD_OCR';
    const readable = isByOcr ? readPicturedPages(pages, file, source) : requireText(pages);
    const blocks = readDocument(readable, file);
    yield* writeBlocks(blocks, source.locate);
  } finally {
    file.close();
  }
}

/** Documents in PDF: their text, with the structure that its layout shows; by STANDARD_OCR also that of scanned pages. */
export const pdf: Format = {
  name: 'PDF',
  mimeType: 'application/pdf',
  matches: ({ signature }) => signature?.mimeType === 'application/pdf',
  convert: (source) => asUnreadable('PDF', convert(source)),
};
