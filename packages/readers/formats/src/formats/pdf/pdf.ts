import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { asUnreadable } from '../../as-unreadable.ts';
import { writeBlocks } from '../../document-tree/write-blocks.ts';
import type { Format, Source } from '../../format.ts';
import { convertAttachments } from './convert-attachments.ts';
import { readDocument } from './layout/read-document.ts';
import { openPdf, type PdfFile } from './pdfium/open-pdf.ts';
import { readPages } from './read-pages.ts';
import { readPicturedPages } from './read-pictured-pages.ts';
import { requireText } from './require-text.ts';

async function* convertText(file: PdfFile, source: Source): AsyncGenerator<string> {
  if (file.isXfaForm)
    source.reportNotRead({
      what: 'FORM',
      why: 'The form exists in XFA alone, whose pages only its own program draws: print it to PDF there and send that',
    });
  const pages = readPages(file, source);
  const isByOcr = source.ocr.strategy === 'STANDARD_OCR';
  const readable = isByOcr ? readPicturedPages(pages, file, source) : requireText(pages, source);
  const blocks = readDocument(readable, { ...file, reportNotRead: source.reportNotRead });
  yield* writeBlocks(blocks, source.locate);
}

async function* convert(source: Source): AsyncGenerator<string> {
  const file = await openPdf(await readFile(source.path));
  try {
    let refusal: unknown;
    try {
      yield* convertText(file, source);
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code !== 'DOCUMENT_EMPTY') throw cause;
      refusal = cause;
    }
    const read = yield* convertAttachments(file, source);
    // A portfolio may be nothing but the files that lie in it.
    if (refusal !== undefined && read === 0) throw refusal;
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
