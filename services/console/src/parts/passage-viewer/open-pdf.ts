import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { userHeaders } from '../../api/console-fetch.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

/**
 * What PDF.js fetches where a page needs it: character maps, the fonts that files may leave out, and decoders of scans. Each is an asset of
 * the console with a hashed name.
 */
const assets = new Map(
  Object.entries(
    import.meta.glob<string>(
      [
        '/node_modules/pdfjs-dist/cmaps/*.bcmap',
        '/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
        '/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm',
      ],
      { eager: true, query: '?url', import: 'default' },
    ),
  ).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

/** The form in which PDF.js takes a source of its assets. */
class HashedAssets {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const url = assets.get(filename);
    if (url === undefined) throw new Error(`The console has no file ${filename}`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} was refused with ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Files are fetched in pieces of so many bytes, and only those that the pages in sight need. */
const rangeChunkSize = 256 * 1024;

/** Begins to load the original file of a document, a PDF. `destroy` of what it returns ends its worker. */
export const openPdf = (documentId: string): PDFDocumentLoadingTask =>
  getDocument({
    url: `/v1/documents/${encodeURIComponent(documentId)}/content?format=raw`,
    httpHeaders: Object.fromEntries(userHeaders(undefined)),
    rangeChunkSize,
    disableAutoFetch: true,
    disableStream: true,
    useWorkerFetch: false,
    BinaryDataFactory: HashedAssets,
  });
