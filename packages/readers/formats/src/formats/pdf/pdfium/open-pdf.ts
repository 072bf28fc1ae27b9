import type { PageModel } from '../page-model.ts';
import { mayContain } from './file-objects.ts';
import { createLigatureReader } from './font-repairs.ts';
import type { Pdfium } from './load-pdfium.ts';
import { openInstances } from './open-instances.ts';
import { isXfaForm } from './read-fields.ts';
import { readPage } from './read-page.ts';
import type { Font } from './read-runs.ts';

const fileAttachment = 17;
const maxAnnotations = 5_000;
/** Bytes; a larger file is named, and not read. */
const maxAttachmentBytes = 64 * 2 ** 20;

/** A file that lies within a PDF. */
interface AttachedFile {
  readonly name: string;
  /** Undefined where it is damaged or too large. */
  readonly content: Uint8Array | undefined;
}

function readFile(pdfium: Pdfium, attachment: number): AttachedFile {
  const { call, scratch, int, text, allocate, bytes, free } = pdfium;
  const name = text((buffer, length) => call.FPDFAttachment_GetName(attachment, buffer, length));
  const isThere = call.FPDFAttachment_GetFile(attachment, 0, 0, scratch) === 1;
  const length = isThere ? int(scratch) >>> 0 : 0;
  if (length === 0 || length > maxAttachmentBytes) return { name, content: undefined };
  const address = allocate(length);
  if (address === 0) return { name, content: undefined };
  const isRead = call.FPDFAttachment_GetFile(attachment, address, length, scratch) === 1;
  // A copy: the memory of PDFium is used again.
  const content = isRead ? Uint8Array.from(bytes(address, length)) : undefined;
  free(address);
  return { name, content };
}

interface Opened {
  readonly pdfium: Pdfium;
  readonly document: number;
}

/** The number of files that belong to the document as a whole. */
const countAttachments = ({ pdfium, document }: Opened): number =>
  Math.max(0, pdfium.call.FPDFDoc_GetAttachmentCount(document));

/** Returns a file of the document by its number, from 0. */
const readAttachment = ({ pdfium, document }: Opened, index: number): AttachedFile =>
  readFile(pdfium, pdfium.call.FPDFDoc_GetAttachment(document, index));

/** Returns the files that are pinned to a page. */
function* readPinnedFiles(pdfium: Pdfium, page: number): Generator<AttachedFile> {
  const { call } = pdfium;
  const count = Math.min(maxAnnotations, call.FPDFPage_GetAnnotCount(page));
  for (let index = 0; index < count; index++) {
    const annotation = call.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const file =
      call.FPDFAnnot_GetSubtype(annotation) === fileAttachment
        ? call.FPDFAnnot_GetFileAttachment(annotation)
        : 0;
    if (file !== 0) yield readFile(pdfium, file);
    call.FPDFPage_CloseAnnot(annotation);
  }
}

/** An entry of a document's outline: the heading that it leads to. */
interface OutlineEntry {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  /** From 0. */
  readonly page: number;
}

const maxEntries = 20_000;
const maxLevel = 12;

function pageOf({ call }: Pdfium, document: number, bookmark: number): number {
  const direct = call.FPDFBookmark_GetDest(document, bookmark);
  const action = direct === 0 ? call.FPDFBookmark_GetAction(bookmark) : 0;
  const target = action === 0 ? direct : call.FPDFAction_GetDest(document, action);
  return target === 0 ? -1 : call.FPDFDest_GetDestPageIndex(document, target);
}

/** The outline of a document, entry by entry, without those that lead nowhere. One that contains itself is read once. */
function readOutline(pdfium: Pdfium, document: number): OutlineEntry[] {
  const { call, text } = pdfium;
  const entries: OutlineEntry[] = [];
  const seen = new Set<number>();
  const visit = (parent: number, level: number) => {
    let bookmark = call.FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark !== 0 && !seen.has(bookmark) && entries.length < maxEntries) {
      seen.add(bookmark);
      const current = bookmark;
      const title = text((buffer, length) => call.FPDFBookmark_GetTitle(current, buffer, length)).trim();
      const page = pageOf(pdfium, document, bookmark);
      if (title !== '' && page >= 0) entries.push({ title, level, page });
      if (level < maxLevel) visit(bookmark, level + 1);
      bookmark = call.FPDFBookmark_GetNextSibling(document, bookmark);
    }
  };
  visit(0, 1);
  return entries;
}

/** Layers that are off at first, by a list, by default or by the use that they are for. */
const off = /\/OFF\s*(?:\[\s*\d|\d+ \d+ R)|\/BaseState\s*\/OFF|\/ViewState\s*\/OFF/;

/** Returns whether layers of a file may be off, which is looked for once; also where its objects cannot be looked through. */
function createLayerLook(bytes: Uint8Array): () => boolean {
  let known: boolean | undefined;
  return () => {
    known ??= mayContain(bytes, off);
    return known;
  };
}

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
  const fonts = new Map<string, Font>();
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
