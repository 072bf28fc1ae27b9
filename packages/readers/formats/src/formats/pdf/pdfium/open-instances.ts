import { AppError } from '@docfleet/errors';
import { loadPdfium, type Pdfium } from './load-pdfium.ts';
import { openForm } from './read-fields.ts';

const catalog = /(\d{1,10})\s+(\d{1,5})\s+obj\s*<<(?:(?!endobj)[\s\S]){0,2000}?\/Type\s*\/Catalog\b/g;

/**
 * A document that was cut off before its trailer, with one that names its catalog: PDFium finds the other objects without
 * cross-references, but not the one to begin with. Undefined where there is no catalog either.
 */
function addTrailer(bytes: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const found = [...text.matchAll(catalog)].at(-1);
  if (!found) return undefined;
  return Buffer.concat([
    bytes,
    Buffer.from(`\nendobj\ntrailer\n<< /Root ${found[1]} ${found[2]} R >>\n%%EOF\n`),
  ]);
}

const broken = 3;
const passwordNeeded = 4;
const unknownSecurity = 5;
/** PDFium keeps what it has read of a document; with so much memory taken it starts afresh. */
const maxMemoryGrowthBytes = 256 * 2 ** 20;

/** A document in an instance of PDFium. */
interface Opened {
  readonly pdfium: Pdfium;
  readonly document: number;
  readonly form: number;
  /** How much of its memory was taken when the document was open, and nothing of it read. */
  readonly memoryAtStart: number;
}

/** Loads a document into the memory of an instance; 0 where it is damaged. */
function load(pdfium: Pdfium, bytes: Uint8Array): number {
  const address = pdfium.allocate(bytes.length);
  if (address === 0)
    throw new AppError('DOCUMENT_TOO_COMPLEX', 'The PDF is larger than the memory that reading it may take');
  pdfium.write(address, bytes);
  const document = pdfium.call.FPDF_LoadMemDocument(address, bytes.length, 0);
  if (document === 0) pdfium.free(address);
  return document;
}

async function open(bytes: Uint8Array): Promise<Opened> {
  const pdfium = await loadPdfium();
  const loaded = load(pdfium, bytes);
  const repaired = loaded === 0 && pdfium.call.FPDF_GetLastError() === broken ? addTrailer(bytes) : undefined;
  const document = repaired ? load(pdfium, repaired) : loaded;
  if (document !== 0)
    return { pdfium, document, form: openForm(pdfium, document), memoryAtStart: pdfium.memoryBytes };
  const error = pdfium.call.FPDF_GetLastError();
  if (error === passwordNeeded || error === unknownSecurity)
    throw new AppError('DOCUMENT_ENCRYPTED', 'The PDF needs a password to be opened: save it without one');
  throw new AppError(
    'DOCUMENT_UNREADABLE',
    'The PDF is damaged: neither its table of contents nor its pages were found',
  );
}

/** A failure inside of PDFium, after which its instance is not used again. */
function toFailure(cause: unknown): unknown {
  if (!(cause instanceof WebAssembly.RuntimeError)) return cause;
  const isMemory = /memory|alloc|oom|enlarge/i.test(cause.message);
  return isMemory
    ? new AppError('DOCUMENT_TOO_COMPLEX', 'The PDF needs more memory than reading it may take', { cause })
    : new AppError('DOCUMENT_UNREADABLE', 'The PDF is damaged: save or upload it again', { cause });
}

/** A document in one instance of PDFium after the other. */
export interface Instances {
  current(): Opened;
  /** Passes the work a page that is loaded, in the instance of PDFium that has it; undefined where it cannot be loaded. */
  withPage<Result>(
    number: number,
    work: (pdfium: Pdfium, page: number) => Result,
  ): Promise<Result | undefined>;
  close(): void;
}

/** Opens a PDF that lies in memory, and again in a fresh instance once one has taken much memory or has failed. */
export async function openInstances(bytes: Uint8Array): Promise<Instances> {
  let opened = await open(bytes);
  let isSpoilt = false;
  return {
    current: () => opened,
    async withPage(number, work) {
      try {
        if (isSpoilt || opened.pdfium.memoryBytes > opened.memoryAtStart + maxMemoryGrowthBytes) {
          opened = await open(bytes);
          isSpoilt = false;
        }
        const { pdfium, document } = opened;
        const page = pdfium.call.FPDF_LoadPage(document, number - 1);
        if (page === 0) return undefined;
        const result = work(pdfium, page);
        pdfium.call.FPDF_ClosePage(page);
        return result;
      } catch (cause) {
        isSpoilt = true;
        throw toFailure(cause);
      }
    },
    close: () => opened.pdfium.call.FPDF_CloseDocument(opened.document),
  };
}
