import { AppError } from '@docfleet/errors';

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
