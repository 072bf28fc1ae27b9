import type { Pdfium } from './load-pdfium.ts';

/** Flags of annotations: hidden, and not shown on a screen. */
export const unseenFlags = 2 | 32;

/** Returns the text of an entry of an annotation; empty where it has none. */
export function readEntry({ call, scratch, text, write }: Pdfium, annotation: number, name: string): string {
  write(scratch, Buffer.from(`${name}\0`));
  return text((buffer, length) => call.FPDFAnnot_GetStringValue(annotation, scratch, buffer, length));
}
