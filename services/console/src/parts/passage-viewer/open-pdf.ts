import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { userHeaders } from '../../api/console-fetch.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

/**
 * Addresses by file name of the assets that PDF.js fetches when a page needs them: character maps, standard fonts that files may omit, and
 * decoders of scans. The build adds a hash to each address.
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

/** Source of assets in the form that PDF.js expects. */
class HashedAssets {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const url = assets.get(filename);
    if (url === undefined) throw new Error(`The console has no file ${filename}`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} was refused with ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

/** Size of a request in bytes; only the parts of a file that the visible pages need are fetched. */
const rangeChunkSize = 256 * 1024;

/** Starts to load the original file of a document, a PDF. `destroy` of the returned task ends its worker. */
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
