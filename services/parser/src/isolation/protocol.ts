import type { ErrorCode, ErrorDetails } from '@docfleet/errors';
import type { ConversionInput } from '../convert.ts';

/** What a child process is asked to do: read one file, write Markdown beside it. */
export interface ConversionTask extends Omit<ConversionInput, 'onOcrPage' | 'onPlace' | 'sliceLength'> {
  readonly outputPath: string;
  /** For where the text stands in the file, a line of JSON for each place; undefined where that is not asked for. */
  readonly locationsPath?: string;
  /** Bytes of Markdown, beyond which the file is refused. */
  readonly outputBytes: number;
}

/** What has come of a file. */
export interface ConversionResult {
  readonly mimeType: string;
  /** Pages that OCR has read. */
  readonly ocrPages: number;
  /** Lines that were written to `locationsPath`. */
  readonly places: number;
}

/** What a child process tells. */
export type ConversionReport =
  | { readonly kind: 'ready' }
  /** A page has been read by OCR, or text has been written. */
  | { readonly kind: 'progress' }
  | { readonly kind: 'done'; readonly result: ConversionResult }
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: ErrorDetails;
      /** Of an unknown error, for the log. */
      readonly stack?: string | undefined;
    };
