import { createReadStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@docfleet/errors';
import { cutText } from '@docfleet/text/decoding';
import type { NotReadReport } from '@docfleet/text/not-read';
import { withoutUnseen } from '@docfleet/text/unseen';
import { charsetOf, type Declaration, detectFormat } from './detect/detect-format.ts';
import type {
  Conversion,
  FilePlace,
  HtmlContent,
  OcrOptions,
  PageToSkip,
  Part,
  ReadingProgress,
} from './format.ts';
import { unlockPackage } from './office-encryption/unlock-package.ts';

export type { Conversion } from './format.ts';

const unwanted = /[^\P{Cc}\t\n]|\ufeff/gu;

/**
 * Makes pieces well-formed text without control characters, as formats may let some through. No piece may end within a surrogate pair.
 */
async function* cleanMarkdown(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield withoutUnseen(piece).replace(unwanted, '').toWellFormed();
}

export interface ConversionInput extends Declaration {
  /** Path of the file, which is only read. */
  readonly path: string;
  readonly ocr: OcrOptions;
  /** By default the content of a page without what surrounds it. */
  readonly htmlContent?: HtmlContent;
  /** An empty folder that the caller removes afterwards. */
  readonly workDirectory: string;
  /** Called for each page that OCR has read. */
  readonly onOcrPage?: () => void;
  /** Pages that reading failed at before. */
  readonly pagesToSkip?: readonly PageToSkip[];
  /** Called with how far the file has been read; without an argument where work on a file within it goes on. */
  readonly onProgress?: (progress?: ReadingProgress) => void;
  /** Called for each part of the file that the Markdown lacks. */
  readonly onNotRead?: (report: NotReadReport) => void;
  /** Called, in the order of the text, with where the text from an offset of the Markdown on stands in the file. */
  readonly onPlace?: (offset: number, place: FilePlace) => void;
  /** Bytes read at a time; small ones, so that one large slice does not keep the process from its other work. */
  readonly sliceLength?: number;
}

const defaultSliceLength = 64 * 1_024;
/** A mail attached to a mail attached to a mail. */
const maxPartDepth = 3;
/** Files that lie in a file or in those in it, and their bytes. */
const maxParts = 1_000;
const maxPartBytes = 256_000_000;

/**
 * Converts a file to Markdown while it is read, in bounded memory. Throws UNSUPPORTED_FILE_TYPE, DOCUMENT_EMPTY and
 * DOCUMENT_UNREADABLE, the last two also while the Markdown is iterated.
 */
export function convertToMarkdown(input: ConversionInput): Promise<Conversion> {
  return convertNested(input, { depth: 0, budget: { parts: 0, bytes: 0 } });
}

/** Depth of a file within other files, and the budget that all of them share. */
interface Nesting {
  readonly depth: number;
  readonly budget: { parts: number; bytes: number };
}

/**
 * The file is opened when its bytes are requested: formats that do not would leave it open, and its opening might fail when the
 * file is gone already and without a listener, which ends the process.
 */
async function* readBytes(path: string, highWaterMark: number): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark });
}

async function convertNested(input: ConversionInput, nesting: Nesting): Promise<Conversion> {
  const { fileName, declaredType, ocr, workDirectory, onOcrPage } = input;
  const path = await unlockPackage(input.path, workDirectory);
  const format = await detectFormat(path, input);
  const markdown = format.convert({
    path,
    fileName,
    size: (await stat(path)).size,
    bytes: { [Symbol.asyncIterator]: () => readBytes(path, input.sliceLength ?? defaultSliceLength) },
    declaredCharset: charsetOf(declaredType),
    ocr,
    htmlContent: input.htmlContent ?? 'MAIN',
    workDirectory,
    convertPart: (part) => convertPart(input, part, nesting),
    reportNotRead: input.onNotRead ?? (() => undefined),
    pagesToSkip: input.pagesToSkip ?? [],
    reportProgress: input.onProgress ?? (() => undefined),
    countOcrPage: onOcrPage ?? (() => undefined),
    // The places of an attached file are not those of the mail.
    locate: (nesting.depth === 0 && input.onPlace) || (() => undefined),
  });
  return { mimeType: format.mimeType, markdown: cleanMarkdown(refuseBlank(cutText(markdown))) };
}

async function convertPart(
  input: ConversionInput,
  { fileName, declaredType, content }: Part,
  { depth, budget }: Nesting,
): Promise<Conversion> {
  if (depth === maxPartDepth) throw tooMany(`Files are read ${maxPartDepth} deep within others`);
  if (budget.parts === maxParts)
    throw tooMany(`${maxParts.toLocaleString('en')} files within a file are read, and no more`);
  if (budget.bytes + content.length > maxPartBytes)
    throw tooMany(`${maxPartBytes / 1_000_000} MB of files within a file are read, and no more`);
  budget.bytes += content.length;
  const folder = join(input.workDirectory, `part-${++budget.parts}`);
  const workDirectory = join(folder, 'work');
  await mkdir(workDirectory, { recursive: true });
  const path = join(folder, 'file');
  await writeFile(path, content);
  const onNotRead = (report: NotReadReport) =>
    input.onNotRead?.({ ...report, where: report.where ? `${fileName}, ${report.where}` : fileName });
  const { mimeType, markdown } = await convertNested(
    {
      ...input,
      path,
      fileName,
      declaredType,
      workDirectory,
      onNotRead,
      pagesToSkip: [],
      onProgress: () => input.onProgress?.(),
    },
    { depth: depth + 1, budget },
  );
  return { mimeType, markdown: withoutFolder(markdown, folder) };
}

const tooMany = (limit: string) =>
  new AppError('DOCUMENT_TOO_COMPLEX', `${limit}: send those that follow by themselves`);

async function* withoutFolder(pieces: AsyncIterable<string>, folder: string): AsyncGenerator<string> {
  try {
    yield* pieces;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Leaves out white space at the beginning, and throws DOCUMENT_EMPTY where nothing else comes. */
async function* refuseBlank(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let isBlank = true;
  for await (const piece of pieces) {
    const text = isBlank ? piece.replace(/^\s*\n/, '') : piece;
    if (isBlank && text.trim() === '') continue;
    isBlank = false;
    yield text;
  }
  if (isBlank) throw new AppError('DOCUMENT_EMPTY', 'The file has no text');
}
