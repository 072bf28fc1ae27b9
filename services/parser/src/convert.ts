import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { AppError } from '@docfleet/errors';
import { cutText } from '@docfleet/text-decoding';
import { charsetOf, type Declaration, detectFormat } from './detect/detect-format.ts';
import type { OcrOptions } from './format.ts';

export interface ConversionInput extends Declaration {
  /** Where the file lies; it is only read. */
  readonly path: string;
  readonly ocr: OcrOptions;
  /** An empty folder that the caller removes afterwards. */
  readonly workDirectory: string;
  /** Called for each page that OCR has read. */
  readonly onOcrPage?: () => void;
  /** Bytes read at a time; small ones, so that one large slice does not keep the process from its other work. */
  readonly sliceLength?: number;
}

export interface Conversion {
  /** What the file has turned out to be, whatever its sender called it. */
  readonly mimeType: string;
  /** Well-formed text without NUL, in pieces of at most 64 Ki characters. To be iterated once. */
  readonly markdown: AsyncIterable<string>;
}

const SLICE_LENGTH = 64 * 1_024;

/**
 * Converts a file to Markdown while it is read, in bounded memory. Throws UNSUPPORTED_FILE_TYPE, DOCUMENT_EMPTY and
 * DOCUMENT_UNREADABLE, the last two also while the Markdown is iterated.
 */
export async function convertToMarkdown(input: ConversionInput): Promise<Conversion> {
  const { path, fileName, declaredType, ocr, workDirectory, onOcrPage } = input;
  const format = await detectFormat(path, input);
  const markdown = format.convert({
    path,
    fileName,
    size: (await stat(path)).size,
    bytes: createReadStream(path, { highWaterMark: input.sliceLength ?? SLICE_LENGTH }),
    declaredCharset: charsetOf(declaredType),
    ocr,
    workDirectory,
    countOcrPage: onOcrPage ?? (() => undefined),
  });
  return { mimeType: format.mimeType, markdown: cutText(refuseBlank(markdown)) };
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
