import { AppError } from '@docfleet/errors';
import { escapeText, headingLine } from '@docfleet/text/markdown';
import type { NotReadReport } from '@docfleet/text/not-read';
import type { Signature } from './detect/signature.ts';
import type { Place } from './document-tree/tree.ts';

/**
 * Passes pieces on and turns errors of a reader that have no code of their own into DOCUMENT_UNREADABLE, or DOCUMENT_TOO_COMPLEX for a text
 * that is too long: the file is at fault, and a retry would not help.
 */
export async function* asUnreadable<Piece>(
  name: string,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // A text grew beyond what the language can hold.
    if (cause instanceof RangeError && cause.message === 'Invalid string length')
      throw new AppError(
        'DOCUMENT_TOO_COMPLEX',
        `The ${name} file holds more text than can be read: split it`,
      );
    throw new AppError('DOCUMENT_UNREADABLE', `The ${name} file is damaged: save or upload it again`, {
      cause,
    });
  }
}

/** Facts by which the format of a file is recognized: its first bytes, what its container lists, and what its sender declares. */
export interface Sample {
  /** Format recognized from its bytes; undefined for unknown patterns, as of texts. */
  readonly signature: Signature | undefined;
  /** The first characters, undefined where the bytes are no text; those outside ASCII may be wrong, for the encoding is not yet known. */
  readonly text: string | undefined;
  /** In lower case, without the dot; empty where the name has none. */
  readonly extension: string;
  /** In lower case, without parameters; empty where nothing useful was declared. */
  readonly declaredType: string;
}

/** Whether pages that are pictures are read by OCR. */
export type OcrStrategy = 'BASIC_PARSER' | 'STANDARD_OCR';

/** Settings of OCR. */
export interface OcrOptions {
  readonly strategy: OcrStrategy;
  /** Languages by tesseract's names, the likeliest first: `eng`, `deu`. */
  readonly languages: readonly string[];
  /** Milliseconds of a PDF after which no further page is read by OCR, so that the pages with text are; no limit by default. */
  readonly maxMs?: number;
}

/** Parts of a page in HTML that are read: its content, or what surrounds that as well. */
export type HtmlContent = 'MAIN' | 'WHOLE';

/** A file within another, as its container describes it. */
export interface Part {
  readonly fileName: string;
  readonly declaredType: string | null;
  readonly content: Uint8Array;
}

export interface Conversion {
  /** Media type recognized from the content, regardless of the declared one. */
  readonly mimeType: string;
  /** Well-formed text without NUL, in pieces of at most 64 Ki characters. To be iterated once. */
  readonly markdown: AsyncIterable<string>;
}

/** Position of text in a file: an area of a page, a slide, or a row of a sheet. */
export type FilePlace = Place | { readonly sheet: string | null; readonly row: number };

/** Progress of reading a file. */
export interface ReadingProgress {
  readonly unit: 'PAGE' | 'ROW';
  /** Pages or rows that have been read. */
  readonly done: number;
  /** Null where their number is not known before all have been read. */
  readonly total: number | null;
}

/** A page that a file is to be read without, as reading it failed before. */
export interface PageToSkip {
  readonly page: number;
  readonly why: string;
}

/** A file to convert. It lies on the disk of this machine, and is only read. */
export interface Source {
  readonly path: string;
  /** Its length in bytes. */
  readonly size: number;
  readonly fileName: string;
  /** All bytes, in small slices; may be read more than once. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The label of the encoding that its sender declared. */
  readonly declaredCharset: string | undefined;
  readonly ocr: OcrOptions;
  readonly htmlContent: HtmlContent;
  /** An empty folder of this conversion alone, which goes away after it. */
  readonly workDirectory: string;
  /** Converts a file that lies within this one. Throws DOCUMENT_TOO_COMPLEX where too many lie within each other or in all. */
  convertPart(part: Part): Promise<Conversion>;
  /** To be called, in the order of the text, with where the text from an offset of the Markdown on stands in the file. */
  locate(offset: number, place: FilePlace): void;
  /** To be called for each part of the file that the Markdown lacks; parts of equal kind, place and reason are counted. */
  reportNotRead(report: NotReadReport): void;
  /** Pages that reading failed at before. */
  readonly pagesToSkip: readonly PageToSkip[];
  /** To be called before each page, and for rows now and then; it also reports that long work goes on. */
  reportProgress(progress: ReadingProgress): void;
  /** To be called for each page that OCR has read: it counts them, and reports that long work goes on. */
  countOcrPage(): void;
}

/** A kind of file that can be read. To add one: write its folder, then name it in `formats/formats.ts`. */
export interface Format {
  /** Name in messages to customers. */
  readonly name: string;
  readonly mimeType: string;
  /** Whether the file is of this kind; formats are asked in the order of their list. */
  matches(sample: Sample): boolean;
  /** Markdown in pieces. Throws DOCUMENT_UNREADABLE where the content is broken, and the other codes of documents in the catalogue. */
  convert(source: Source): AsyncIterable<string>;
}

/** Whether a file is text of no format that has a signature of its own. */
export const isPlainText = (sample: Sample): sample is Sample & { readonly text: string } =>
  sample.text !== undefined && sample.signature === undefined;

/**
 * Converts a file that lies within another: a heading with its name, then its text, or the reason why it cannot be read, which is
 * reported too.
 */
export async function* convertEmbedded(source: Source, label: string, part: Part): AsyncGenerator<string> {
  const name = part.fileName.replace(/\s+/g, ' ').trim();
  yield `${headingLine(2, `${label}: ${escapeText(name, { startsLine: false, isInLink: false })}`)}\n\n`;
  try {
    yield* (await source.convertPart(part)).markdown;
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.retryable || cause.code === 'INTERNAL_ERROR') throw cause;
    source.reportNotRead({ what: 'EMBEDDED_FILE', where: name, why: cause.message });
    yield `Not read: ${cause.message}`;
  }
  yield '\n\n';
}
