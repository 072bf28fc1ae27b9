import { AppError } from '@docfleet/errors';

/** What a file may take before it is given up. */
export interface ConversionLimits {
  /** Milliseconds without a sign of progress; a page read by OCR is one, and so is text that is written. */
  readonly quietMs: number;
  /** Milliseconds in all, whatever progress there is. */
  readonly totalMs: number;
  /** Of the child and all that it starts. */
  readonly memoryBytes: number;
  /** Of Markdown. */
  readonly outputBytes: number;
}

/** A limit is reached: a bomb, or a file that is simply huge. */
export const tooComplex = (what: 'time' | 'memory'): AppError =>
  new AppError('DOCUMENT_TOO_COMPLEX', `The file takes more ${what} to read than a file may`, {
    details: { limit: what },
  });
