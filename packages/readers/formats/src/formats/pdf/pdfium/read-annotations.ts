import type { NotReadReport } from '@docfleet/text/not-read';
import type { Pdfium } from './load-pdfium.ts';

/** Flags of annotations: hidden, and not shown on a screen. */
export const unseenFlags = 2 | 32;

/** Returns the text of an entry of an annotation; empty where it has none. */
export function readEntry({ call, scratch, text, write }: Pdfium, annotation: number, name: string): string {
  write(scratch, Buffer.from(`${name}\0`));
  return text((buffer, length) => call.FPDFAnnot_GetStringValue(annotation, scratch, buffer, length));
}

const maxAnnotations = 5_000;
const maxObjects = 2_000;
const maxFormDepth = 5;
const textObject = 1;
const formObject = 5;
const widget = 20;
const signatureField = 7;
const fileAttachment = 17;

/** Annotations that people write remarks with: notes, marked, underlined and struck text, and carets. */
const remarks = new Set([1, 9, 10, 11, 12, 14]);
/** Annotations whose appearance may contain text: lines, shapes, stamps, drawings, watermarks and redactions. */
const drawn = new Set([4, 5, 6, 7, 8, 13, 15, 24, 28]);

/** Whether an object, or one within it, is text. */
function hasText(pdfium: Pdfium, object: number, depth = 0): boolean {
  const { call } = pdfium;
  const type = call.FPDFPageObj_GetType(object);
  if (type !== formObject || depth > maxFormDepth) return type === textObject;
  const count = Math.min(maxObjects, call.FPDFFormObj_CountObjects(object));
  for (let index = 0; index < count; index++)
    if (hasText(pdfium, call.FPDFFormObj_GetObject(object, index), depth + 1)) return true;
  return false;
}

function showsText(pdfium: Pdfium, annotation: number): boolean {
  const { call } = pdfium;
  const count = Math.min(maxObjects, call.FPDFAnnot_GetObjectCount(annotation));
  for (let index = 0; index < count; index++)
    if (hasText(pdfium, call.FPDFAnnot_GetObject(annotation, index))) return true;
  return false;
}

/** Whether an annotation is part of what a page says: stamps and signatures are; buttons and what `readFields` reads are not. */
function belongsToPage({ call }: Pdfium, annotation: number, form: number): boolean {
  const subtype = call.FPDFAnnot_GetSubtype(annotation);
  if (subtype !== widget) return drawn.has(subtype);
  const type = form === 0 ? signatureField : call.FPDFAnnot_GetFormFieldType(form, annotation);
  return type === signatureField || type <= 0;
}

/** Annotations of a page that are not part of its text. */
interface Annotations {
  readonly notRead: readonly NotReadReport[];
  /** Whether files are pinned to the page. */
  readonly hasFiles: boolean;
}

/**
 * Makes the appearances of stamps, signatures and other annotations part of their page, so that their text is read where it stands;
 * returns what is not read. To be called before the page's text is loaded.
 */
export function takeInAnnotations(pdfium: Pdfium, page: number, form: number): Annotations {
  const { call } = pdfium;
  let [remarkCount, hasFiles] = [0, false];
  const count = Math.min(maxAnnotations, call.FPDFPage_GetAnnotCount(page));
  // Each that becomes part of the page is removed from the list.
  for (let index = count - 1; index >= 0; index--) {
    const annotation = call.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = call.FPDFAnnot_GetSubtype(annotation);
    const isSeen = !(call.FPDFAnnot_GetFlags(annotation) & unseenFlags);
    hasFiles ||= subtype === fileAttachment;
    if (isSeen && remarks.has(subtype))
      remarkCount += readEntry(pdfium, annotation, 'Contents').trim() === '' ? 0 : 1;
    else if (isSeen && belongsToPage(pdfium, annotation, form) && showsText(pdfium, annotation))
      call.EPDFAnnot_Flatten(page, annotation);
    call.FPDFPage_CloseAnnot(annotation);
  }
  const why = 'Remarks on the page are not part of its text';
  return { notRead: remarkCount > 0 ? [{ what: 'ANNOTATION', why, count: remarkCount }] : [], hasFiles };
}
