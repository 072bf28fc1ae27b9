import { readFile } from 'node:fs/promises';
import { asUnreadable } from '../../as-unreadable.ts';
import { writeBlocks } from '../../document-tree/write-blocks.ts';
import type { Format } from '../../format.ts';
import { readWithFallback } from './fallback/read-with-fallback.ts';
import { readDocument } from './layout/read-document.ts';
import { readPicturedPages } from './read-pictured-pages.ts';
import { requireText } from './require-text.ts';

/** Documents in PDF: their text, with the structure that its layout tells; by STANDARD_OCR also that of scanned pages. */
export const pdf: Format = {
  name: 'PDF',
  mimeType: 'application/pdf',
  matches: ({ signature }) => signature?.mimeType === 'application/pdf',
  async *convert(source) {
    const pages = readWithFallback(await readFile(source.path));
    const isByOcr = source.ocr.strategy === 'STANDARD_OCR';
    const blocks = readDocument(isByOcr ? readPicturedPages(pages, source) : requireText(pages));
    yield* asUnreadable('PDF', writeBlocks(blocks));
  },
};
