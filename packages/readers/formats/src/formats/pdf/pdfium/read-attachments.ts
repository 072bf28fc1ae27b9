import type { Pdfium } from './load-pdfium.ts';

const fileAttachment = 17;
const maxAnnotations = 5_000;
/** Bytes; a larger file is named, and not read. */
const maxAttachmentBytes = 64 * 2 ** 20;

/** A file that lies within a PDF. */
export interface AttachedFile {
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
export const countAttachments = ({ pdfium, document }: Opened): number =>
  Math.max(0, pdfium.call.FPDFDoc_GetAttachmentCount(document));

/** Returns a file of the document by its number, from 0. */
export const readAttachment = ({ pdfium, document }: Opened, index: number): AttachedFile =>
  readFile(pdfium, pdfium.call.FPDFDoc_GetAttachment(document, index));

/** Returns the files that are pinned to a page. */
export function* readPinnedFiles(pdfium: Pdfium, page: number): Generator<AttachedFile> {
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
