import { AppError } from '@docfleet/errors';

/** A page of A3 at 600 dots per inch has 70 million. */
const maxPixels = 100_000_000;

/** Throws DOCUMENT_TOO_COMPLEX for a picture that no scanner makes; to be asked before anything is decoded. */
export function refuseTooLarge(width: number, height: number): void {
  if (width * height > maxPixels)
    throw new AppError(
      'DOCUMENT_TOO_COMPLEX',
      `The image has ${width} x ${height} pixels, more than the ${maxPixels / 1e6} million that are read: scale it down`,
    );
}
