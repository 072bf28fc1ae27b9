import { type ErrorCode, type ErrorKind, errorCatalogue } from './catalogue.ts';

const retryableKinds: readonly ErrorKind[] = [
  'rate-limited',
  'internal',
  'upstream',
  'unavailable',
  'timeout',
];

export interface ErrorDetails {
  /** What an outside service said, fit to be shown to the customer. */
  readonly reason?: string;
  /** The field or setting that its owner has to mend. */
  readonly setting?: string;
  readonly retryAfterMs?: number;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  readonly [name: string]: unknown;
}

/** The one error that crosses a module's border: a code of the catalogue and a sentence fit to be shown. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; details?: ErrorDetails } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
  }

  get kind(): ErrorKind {
    return errorCatalogue[this.code];
  }

  /** Whether the same work may succeed later without anyone changing anything. */
  get retryable(): boolean {
    return retryableKinds.includes(this.kind);
  }

  /** Gives any thrown value back as an AppError; an unknown one becomes INTERNAL_ERROR with it as the cause. */
  static from(error: unknown): AppError {
    if (error instanceof AppError) return error;
    return new AppError('INTERNAL_ERROR', 'Something went wrong on our side', { cause: error });
  }
}
