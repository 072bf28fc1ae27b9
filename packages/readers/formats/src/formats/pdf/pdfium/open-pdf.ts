import type { FontLook, PageModel } from '../page-model.ts';
import { createLayerLook } from './layers-off.ts';
import type { Pdfium } from './load-pdfium.ts';
import { createLigatureReader } from './named-ligatures.ts';
import { openInstances } from './open-instances.ts';
import { type AttachedFile, countAttachments, readAttachment, readPinnedFiles } from './read-attachments.ts';
import { isXfaForm } from './read-fields.ts';
import { type OutlineEntry, readOutline } from './read-outline.ts';
import { readPage } from './read-page.ts';

/** A PDF that is open. */
export interface PdfFile {
  readonly pageCount: number;
  readonly outline: readonly OutlineEntry[];
  /** Whether it is a form that exists in XFA alone. */
  readonly isXfaForm: boolean;
  /** Reads a page by its number, from 1; undefined where it cannot be loaded. */
  readPage(number: number): Promise<PageModel | undefined>;
  /** Passes the work a page that is loaded, in the instance of PDFium that has it; undefined where it cannot be loaded. */
  withPage<Result>(
    number: number,
    work: (pdfium: Pdfium, page: number) => Result,
  ): Promise<Result | undefined>;
  /** The files that are attached to the document, then those that are pinned to its pages; one at a time is held. */
  attachments(): AsyncIterable<AttachedFile>;
  close(): void;
}

/**
 * Opens a PDF that lies in memory. Throws DOCUMENT_UNREADABLE where it is beyond repair, DOCUMENT_ENCRYPTED where it needs a
 * password, DOCUMENT_TOO_COMPLEX where it takes too much memory.
 */
export async function openPdf(bytes: Uint8Array): Promise<PdfFile> {
  const instances = await openInstances(bytes);
  const { withPage } = instances;
  const { pdfium, document } = instances.current();
  const pageCount = pdfium.call.FPDF_GetPageCount(document);
  const isTagged = pdfium.call.FPDFCatalog_IsTagged(document) === 1;
  const outline = readOutline(pdfium, document);
  const fonts = new Map<string, FontLook>();
  const ligatureOf = createLigatureReader(bytes);
  const hasLayersOff = createLayerLook(bytes);
  const reading = { fonts, isTagged, ligatureOf, hasLayersOff };
  const pagesWithFiles = new Set<number>();

  async function* attachments(): AsyncGenerator<AttachedFile> {
    const { current } = instances;
    for (let index = 0; index < countAttachments(current()); index++) yield readAttachment(current(), index);
    for (const number of pagesWithFiles)
      yield* (await withPage(number, (instance, page) => [...readPinnedFiles(instance, page)])) ?? [];
  }

  return {
    attachments,
    pageCount,
    outline,
    isXfaForm: isXfaForm(pdfium, document),
    withPage,
    async readPage(number) {
      const page = await withPage(number, (instance, handle) =>
        readPage(instance, handle, { ...reading, ...instances.current(), number }),
      );
      if (page?.hasFiles) pagesWithFiles.add(number);
      return page;
    },
    close: instances.close,
  };
}
