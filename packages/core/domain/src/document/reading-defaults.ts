import type { OcrStrategy } from '@docfleet/database';

/** Parts of a page in HTML that are read: its content, or what surrounds that as well. */
export type HtmlContent = 'MAIN' | 'WHOLE';

/** Options by which files are read where their job names none. */
export const readingDefaults = {
  ocrStrategy: 'STANDARD_OCR',
  htmlContent: 'MAIN',
} as const satisfies { readonly ocrStrategy: OcrStrategy; readonly htmlContent: HtmlContent };
