import { types } from 'node:util';
import { type ErrorCode, type ErrorKind, errorCatalogue } from './catalogue.ts';

/** Maximum length of a chain of causes: beyond it there is a cycle. */
const maxCauses = 16;

/**
 * Returns an error and its causes, outermost first, without values that are no errors. Node and SDKs hide the actual error a few
 * levels down.
 */
export function causesOf(error: unknown): (Error & { readonly code?: unknown })[] {
  const chain: Error[] = [];
  for (let link = error; types.isNativeError(link) && chain.length < maxCauses; link = link.cause)
    chain.push(link);
  return chain;
}

const retryableKinds: readonly ErrorKind[] = [
  'rate-limited',
  'internal',
  'upstream',
  'unavailable',
  'timeout',
];

/** Messages for the operating system's codes of exhausted handles, memory, processes or disk space: errno(3). */
const exhausted = new Map([
  ...['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'].map(
    (code) => [code, 'A server of ours is out of resources'] as const,
  ),
  ...['ENOSPC', 'EDQUOT'].map(
    (code) => [code, 'A server of ours has no disk space left: try again later'] as const,
  ),
]);

/** Returns the resource whose lack is the root cause of an error: a transient condition that is not caused by the work itself. */
const findLacking = (error: unknown): string | undefined =>
  causesOf(error)
    .map(({ code }) => exhausted.get(String(code)))
    .find((sentence) => sentence !== undefined);

export interface ErrorDetails {
  /** Response of an outside service, without secrets, fit to be shown to the customer. */
  readonly reason?: string;
  /** The field or setting that its owner has to correct. */
  readonly setting?: string;
  readonly retryAfterMs?: number;
  /** Attempts after which the work fails, where each of them costs more than a request. */
  readonly maxAttempts?: number;
  /** Whether a vendor has billed the attempt or may have, and its result is lost: repeating it costs once more. */
  readonly isPaid?: boolean;
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

  /**
   * Returns any thrown value as an AppError, with it as the cause: SERVICE_UNAVAILABLE where this machine has run out of
   * something, INTERNAL_ERROR where nothing is known.
   */
  static from(error: unknown): AppError {
    if (error instanceof AppError) return error;
    const lacking = findLacking(error);
    if (lacking) return new AppError('SERVICE_UNAVAILABLE', lacking, { cause: error });
    return new AppError('INTERNAL_ERROR', 'Something went wrong on our side', { cause: error });
  }
}

/** Returns a failure as that of an attempt which a vendor has billed and whose result is lost. */
export const paidFor = (error: AppError): AppError =>
  new AppError(error.code, error.message, { cause: error, details: { ...error.details, isPaid: true } });
