import { AppError } from '@docfleet/errors';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const unwanted = /[\0-\x08\x0b-\x1f\x7f\ufeff]/g;

/**
 * Passes the Markdown of a reader on, whole blocks at a time, as well-formed text without control characters. Whatever it throws that is not ours
 * becomes DOCUMENT_UNREADABLE: the file is at fault, and stays so.
 */
export async function* refuseBroken(message: string, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    for await (const piece of pieces) yield piece.replace(unwanted, '').toWellFormed();
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('DOCUMENT_UNREADABLE', message, { cause });
  }
}
