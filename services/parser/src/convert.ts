import type { Readable } from 'node:stream';
import { AppError } from '@docfleet/errors';
import { cutText } from './cut-text.ts';
import { charsetOf, type Declaration, detectFormat, SNIFFED_LENGTH } from './detect-type.ts';
import { readHead } from './read-head.ts';

export interface ConversionInput extends Declaration {
  readonly body: Readable;
  /** Bytes of the body, as far as its sender knows. */
  readonly size: number;
}

export interface Conversion {
  /** What the file has turned out to be, whatever its sender called it. */
  readonly mimeType: string;
  /** Well-formed text without NUL, in pieces of at most 64 Ki characters. To be iterated once. */
  readonly markdown: AsyncIterable<string>;
}

/**
 * Converts a file to Markdown while it is read, in bounded memory. Throws UNSUPPORTED_FILE_TYPE, DOCUMENT_EMPTY and
 * DOCUMENT_UNREADABLE, the last two also while the Markdown is iterated. Errors of the body go through as they are;
 * when the signal aborts, its reason is thrown. The body is destroyed when the iteration ends, and on every error.
 */
export async function convertToMarkdown(input: ConversionInput, signal: AbortSignal): Promise<Conversion> {
  const { body, declaredType, size } = input;
  try {
    const { head, bytes } = await readHead(body, SNIFFED_LENGTH, signal);
    if (head.length === 0) throw new AppError('DOCUMENT_EMPTY', 'The file has no content');
    const format = await detectFormat(head, input);
    const markdown = format.convert({ bytes, size, declaredCharset: charsetOf(declaredType) });
    return { mimeType: format.mimeType, markdown: cutText(refuseBlank(markdown)) };
  } catch (error) {
    body.destroy();
    throw error;
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
