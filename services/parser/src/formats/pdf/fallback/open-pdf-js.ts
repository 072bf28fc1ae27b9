import { fileURLToPath } from 'node:url';
import { AppError } from '@docfleet/errors';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

const folder = (name: string) =>
  fileURLToPath(new URL(`./${name}/`, import.meta.resolve('pdfjs-dist/package.json')));
const ERRORS_ONLY = 0;

/** It warns of the canvas that it would draw on; nothing is drawn here. */
async function importQuietly() {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return await import('pdfjs-dist/legacy/build/pdf.mjs');
  } finally {
    console.warn = warn;
  }
}

/** Opens a PDF with pdf.js, which knows all fonts and all ways of being broken, and takes its time for it. */
export async function openPdfJs(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const { getDocument } = await importQuietly();
  const loading = getDocument({
    // It keeps the bytes for itself.
    data: Uint8Array.from(bytes),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: folder('standard_fonts'),
    disableFontFace: true,
    // Names and weights of fonts.
    fontExtraProperties: true,
    useSystemFonts: false,
    useWasm: false,
    verbosity: ERRORS_ONLY,
  });
  try {
    return await loading.promise;
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'PasswordException')
      throw new AppError('DOCUMENT_ENCRYPTED', 'The PDF needs a password: send it without one', { cause });
    throw new AppError(
      'DOCUMENT_UNREADABLE',
      'The PDF is damaged: neither its table of contents nor its pages were found',
      { cause },
    );
  }
}
