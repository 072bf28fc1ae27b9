import { readFile } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { writeBlocks } from '../../document-tree/write-blocks.ts';
import { asUnreadable, convertEmbedded, type Format, type Source } from '../../format.ts';
import { readDocument, sampledPages } from './layout/read-document.ts';
import { isIllegible, isMoreLegible, isScan } from './legibility.ts';
import type { PageModel } from './page-model.ts';
import { openPdf, type PdfFile } from './pdfium/open-pdf.ts';
import { hasTextLayer, maxUnknown } from './text-layer.ts';

/**
 * Codes of errors that concern a single page in OCR: its own content, or a program or language that this machine lacks. Other errors end
 * the document.
 */
const ocrFailureCodes = new Set(['SYSTEM_PROGRAM_MISSING', 'DOCUMENT_UNREADABLE', 'DOCUMENT_TOO_COMPLEX']);
const isOcrFailure = (cause: unknown): cause is AppError =>
  cause instanceof AppError && ocrFailureCodes.has(cause.code);

/** Outcome for the pages that are left when OCR has taken its time. */
const outOfTime = () =>
  new AppError(
    'DOCUMENT_TOO_COMPLEX',
    'OCR of the pages before has taken the time that there is: split the file; an ingestion has more time than a conversion, and PARSE_TOTAL_SECONDS says how much',
  );

/** Why the text of a page is not what it says; the page is named where OCR has nothing better. */
const illegible =
  'The text that the file has of the page reads like no language, as failed OCR or letters of wrong meaning do';

type OcrSource = Pick<Source, 'ocr' | 'countOcrPage' | 'reportNotRead'>;

/** The page as OCR reads it, or why it cannot. */
async function tryToRead(page: PageModel, file: PdfFile, languages: readonly string[]) {
  const { readPdfPage } = await import('../../ocr/read-pdf-page.ts');
  return readPdfPage(file, page, languages).catch((cause: unknown): AppError => {
    if (!isOcrFailure(cause)) throw cause;
    return cause;
  });
}

/**
 * Passes pages on and reads by OCR, one at a time, those whose own text does not say what a reader sees: they have none, or what some
 * other OCR has made of them. A page that OCR cannot read is reported; if no page has text, the first error is thrown.
 */
async function* readPicturedPages(
  pages: AsyncIterable<PageModel>,
  file: PdfFile,
  { ocr, countOcrPage, reportNotRead }: OcrSource,
): AsyncGenerator<PageModel> {
  let hasText = false;
  let refusal: AppError | undefined;
  const startedAt = performance.now();
  const isLate = () => performance.now() - startedAt >= (ocr.maxMs ?? Number.POSITIVE_INFINITY);
  const readByOcr = (page: PageModel) => (isLate() ? outOfTime() : tryToRead(page, file, ocr.languages));
  for await (const page of pages) {
    const hasLayer = hasTextLayer(page);
    if (hasLayer) hasText ||= page.runs.length > 0;
    if (hasLayer && !isIllegible(page)) {
      yield page;
      continue;
    }
    const where = `page ${page.number}`;
    const lacksProgram = refusal?.code === 'SYSTEM_PROGRAM_MISSING';
    const read = (lacksProgram && refusal) || (await readByOcr(page));
    if (read instanceof AppError) {
      refusal = read;
      if (!hasLayer) reportNotRead({ what: 'PAGE', where, why: read.message });
      else if (isScan(page)) reportNotRead({ what: 'TEXT', where, why: `${illegible}. ${read.message}` });
      yield page;
      continue;
    }
    countOcrPage();
    if (hasLayer) {
      const isBetter = isMoreLegible(read.runs, page.runs);
      // A page that is drawn may be a table of codes, which OCR reads as it stands.
      if (!isBetter && isScan(page))
        reportNotRead({ what: 'TEXT', where, why: `${illegible}: name its language in ocrConfig.languages` });
      yield isBetter ? read : page;
      continue;
    }
    hasText ||= read.glyphs > 0;
    for (const part of read.notRead ?? []) reportNotRead(part);
    // A short text of the page itself may be a stamp that the picture shows too.
    yield read.glyphs > 0 ? read : page;
  }
  if (refusal && !hasText) throw refusal;
}

const unreadable = (page: PageModel) =>
  page.unknownGlyphs > maxUnknown * page.glyphs
    ? 'The letters of the page have no stated meaning, and OCR was turned off: ingest it with ocrConfig { "strategy": "STANDARD_OCR" }'
    : 'The page is a picture or a drawing without text of its own, and OCR was turned off: ingest it with ocrConfig { "strategy": "STANDARD_OCR" }';

/** Refuses a document that is nothing but pictures of text, once all of it was seen and nothing of it was written; reports single ones. */
async function* requireText(
  pages: AsyncIterable<PageModel>,
  { reportNotRead }: Pick<Source, 'reportNotRead'>,
): AsyncGenerator<PageModel> {
  const pictures: PageModel[] = [];
  let hasText = false;
  let lacksText = false;
  let isEmpty = true;
  let hidesText = false;
  for await (const page of pages) {
    isEmpty &&= page.runs.length === 0;
    hidesText ||= (page.notRead ?? []).some(({ what }) => what === 'HIDDEN_TEXT' || what === 'LAYER');
    const isGood = hasTextLayer(page);
    hasText ||= isGood && page.runs.length > 0;
    lacksText ||= !isGood;
    const where = `page ${page.number}`;
    if (!isGood) reportNotRead({ what: 'PAGE', where, why: unreadable(page) });
    else if (isScan(page) && isIllegible(page))
      reportNotRead({
        what: 'TEXT',
        where,
        why: `${illegible}, and OCR was turned off: ingest it with ocrConfig { "strategy": "STANDARD_OCR" }`,
      });
    if (!hasText && pictures.length < sampledPages) {
      pictures.push(page);
      continue;
    }
    yield* pictures.splice(0);
    yield page;
  }
  if (!hasText && lacksText)
    throw new AppError(
      'DOCUMENT_EMPTY',
      'The PDF holds pictures of pages and hardly any text: ingest it with ocrConfig { "strategy": "STANDARD_OCR" }',
    );
  if (isEmpty && hidesText)
    throw new AppError(
      'DOCUMENT_EMPTY',
      'All text of the PDF is hidden from its readers, in layers that are off or in the color of the page: it is not read',
    );
  if (isEmpty) throw new AppError('DOCUMENT_EMPTY', 'The PDF has no text');
  yield* pictures;
}

const maxPages = 100_000;
/** A file may claim any number of pages; reading ends after this many that are missing. */
const maxMissing = 1_000;
/** A document at which PDFium fails on this many pages is damaged. */
const maxFailures = 20;

type PageSource = Pick<Source, 'pagesToSkip' | 'reportNotRead' | 'reportProgress'>;

/** A failure that concerns one page, after which the others can be read. */
const isPageFailure = (cause: unknown): cause is AppError =>
  cause instanceof AppError &&
  (cause.code === 'DOCUMENT_TOO_COMPLEX' || cause.code === 'DOCUMENT_UNREADABLE');

/** The pages of a PDF in order. Those that cannot be read are reported, each with the reason. */
async function* readPages(file: PdfFile, source: PageSource): AsyncGenerator<PageModel> {
  const { pageCount } = file;
  let [read, missing, failures] = [0, 0, 0];
  const leaveOut = (number: number, why: string) =>
    source.reportNotRead({ what: 'PAGE', where: `page ${number}`, why });
  for (let number = 1; number <= pageCount && missing < maxMissing; number++) {
    source.reportProgress({ unit: 'PAGE', done: number - 1, total: pageCount });
    const skipped = source.pagesToSkip.find(({ page }) => page === number);
    if (skipped) leaveOut(number, skipped.why);
    if (skipped) continue;
    const page = await file.readPage(number).catch((cause: unknown) => {
      if (!isPageFailure(cause) || pageCount === 1 || ++failures > maxFailures) throw cause;
      return cause;
    });
    missing = page ? 0 : missing + 1;
    if (!page) leaveOut(number, 'The page is damaged: save the file again');
    else if (page instanceof AppError) leaveOut(number, page.message);
    if (!page || page instanceof AppError) continue;
    if (++read > maxPages)
      throw new AppError(
        'DOCUMENT_TOO_COMPLEX',
        `The PDF has more than ${maxPages} pages, the most that is read`,
      );
    for (const part of page.notRead ?? []) source.reportNotRead({ ...part, where: `page ${number}` });
    yield page;
  }
  source.reportProgress({ unit: 'PAGE', done: pageCount, total: pageCount });
}

/** Attached files that are read or named; more are counted. */
const maxFiles = 2_000;

/**
 * Each file within a PDF below a heading with its name: its text where it can be read, and otherwise why it cannot. Returns the number
 * of those that were read.
 */
async function* convertAttachments(file: PdfFile, source: Source): AsyncGenerator<string, number> {
  let [number, unread] = [0, 0];
  const report: Source['reportNotRead'] = (part) => {
    unread++;
    source.reportNotRead(part);
  };
  for await (const { name, content } of file.attachments()) {
    const fileName = name.replace(/\s+/g, ' ').trim() || 'unnamed';
    const isCounted = ++number > maxFiles;
    const part = { what: 'EMBEDDED_FILE', where: isCounted ? null : fileName } as const;
    if (isCounted) report({ ...part, why: `Of a PDF ${maxFiles} attached files are read, and no more` });
    else if (!content) report({ ...part, why: 'The attached file is damaged or larger than 64 MiB' });
    else {
      yield '\n';
      const embedded = { fileName, declaredType: null, content };
      yield* convertEmbedded({ ...source, reportNotRead: report }, 'Attachment', embedded);
    }
  }
  return number - unread;
}

async function* convertText(file: PdfFile, source: Source): AsyncGenerator<string> {
  if (file.isXfaForm)
    source.reportNotRead({
      what: 'FORM',
      why: 'The form exists in XFA alone, whose pages only its own program draws: print it to PDF there and send that',
    });
  const pages = readPages(file, source);
  const isByOcr = source.ocr.strategy === 'STANDARD_OCR';
  const readable = isByOcr ? readPicturedPages(pages, file, source) : requireText(pages, source);
  const blocks = readDocument(readable, { ...file, reportNotRead: source.reportNotRead });
  yield* writeBlocks(blocks, source.locate);
}

async function* convert(source: Source): AsyncGenerator<string> {
  const file = await openPdf(await readFile(source.path));
  try {
    let refusal: unknown;
    try {
      yield* convertText(file, source);
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.code !== 'DOCUMENT_EMPTY') throw cause;
      refusal = cause;
    }
    const read = yield* convertAttachments(file, source);
    // A portfolio may be nothing but the files that lie in it.
    if (refusal !== undefined && read === 0) throw refusal;
  } finally {
    file.close();
  }
}

/** Documents in PDF: their text, with the structure that its layout shows; by STANDARD_OCR also that of scanned pages. */
export const pdf: Format = {
  name: 'PDF',
  mimeType: 'application/pdf',
  matches: ({ signature }) => signature?.mimeType === 'application/pdf',
  convert: (source) => asUnreadable('PDF', convert(source)),
};
