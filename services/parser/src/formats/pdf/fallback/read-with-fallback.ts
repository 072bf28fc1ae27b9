import { AppError } from '@docfleet/errors';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { openPdf, type PdfDocument } from '../objects/document.ts';
import type { PageModel } from '../page-model.ts';
import { readPages } from '../read-pages.ts';
import { openPdfJs } from './open-pdf-js.ts';
import { readText } from './read-text.ts';
import { refuseOpenObjects } from './refuse-open-objects.ts';

/** Share of a page's characters that nothing tells the meaning of, from which on another engine is asked. */
const maxUnknown = 0.1;

const isReadable = ({ unreadable, glyphs, unknownGlyphs }: PageModel) =>
  !unreadable && unknownGlyphs <= maxUnknown * glyphs;

async function* readAll(pdf: PDFDocumentProxy): AsyncGenerator<PageModel> {
  for (let number = 1; number <= pdf.numPages; number++) {
    const text = await readText(await pdf.getPage(number));
    yield { number, rules: [], links: [], imageShare: 0, unreadable: false, ...text };
  }
}

function openIfSound(bytes: Uint8Array): PdfDocument | undefined {
  try {
    return openPdf(bytes);
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'DOCUMENT_UNREADABLE') return undefined;
    throw cause;
  }
}

/** The pages of a PDF: those that the own reader cannot tell the letters of are read by pdf.js, which is loaded then. */
export async function* readWithFallback(bytes: Uint8Array): AsyncGenerator<PageModel> {
  let other: Promise<PDFDocumentProxy> | undefined;
  const open = () => {
    other ??= openPdfJs(bytes);
    return other;
  };
  try {
    const document = openIfSound(bytes);
    if (!document) {
      refuseOpenObjects(bytes);
      yield* readAll(await open());
      return;
    }
    for (const page of readPages(document)) {
      if (isReadable(page)) yield page;
      else {
        const text = await readText(await (await open()).getPage(page.number));
        yield text.glyphs - text.unknownGlyphs > page.glyphs - page.unknownGlyphs
          ? { ...page, ...text }
          : page;
      }
    }
  } finally {
    const opened = await other?.catch(() => undefined);
    await opened?.loadingTask.destroy();
  }
}
