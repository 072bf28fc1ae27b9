import { AppError } from '@docfleet/errors';

/** The same pieces; whatever a reader throws that has no code of its own is the file's fault, and no reason to try again. */
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
