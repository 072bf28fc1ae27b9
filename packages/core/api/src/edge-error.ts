import { failureOf, isStatementTimeout } from '@docfleet/domain/database';
import { AppError, type ErrorCode, type ErrorKind, errorCatalogue } from '@docfleet/errors';

/** The error as the caller sees it. */
export interface EdgeError {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const statusOf: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  'unsupported-media': 415,
  'rate-limited': 429,
  internal: 500,
  upstream: 502,
  unavailable: 503,
  timeout: 504,
};

/** The HTTP status of a code, unless an outside service failed. */
export const statusOfCode = (code: ErrorCode): number => statusOf[errorCatalogue[code]];

/** The status of a route's `failed` code when an outside service is to blame. */
export const outsideFailureStatus = 502;

const outsideFailures: readonly ErrorCode[] = [
  'PROVIDER_REJECTED',
  'PROVIDER_RATE_LIMITED',
  'PROVIDER_UNAVAILABLE',
  'ADDRESS_FORBIDDEN',
];

/** Error of body-parser and of the router: https://github.com/jshttp/http-errors. */
interface HttpError extends Error {
  readonly status: number;
  readonly type?: string;
}

const isHttpError = (error: unknown): error is HttpError =>
  error instanceof Error && 'status' in error && typeof error.status === 'number';

/** Our own words for what the framework refuses. */
function fromFramework(error: unknown): AppError | undefined {
  if (!isHttpError(error)) return undefined;
  const refused = (code: ErrorCode, message: string) => new AppError(code, message, { cause: error });
  if (error.type === 'entity.too.large')
    return refused('PAYLOAD_TOO_LARGE', 'The body is larger than this endpoint takes');
  if (error.status === 415)
    return refused('UNSUPPORTED_MEDIA_TYPE', 'The body has an encoding that is not supported');
  if (error.type === 'request.aborted' || error.type === 'request.size.invalid')
    return refused('INVALID_REQUEST', 'The body ended before its declared length');
  if (error.status >= 400 && error.status < 500)
    return refused('INVALID_REQUEST', 'The request could not be read');
  return undefined;
}

/** A vendor's refusal at the edge: the operation failed, and its owner learns what the vendor said. */
function fromOutside(error: AppError, failed: ErrorCode): EdgeError {
  const { reason = error.message, setting, retryAfterMs } = error.details;
  const details = {
    reason,
    ...(setting && { setting }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
  return { status: outsideFailureStatus, code: failed, message: error.message, details };
}

/** The database may work for a request for some seconds only. */
const tookTooLong = (cause: unknown) =>
  new AppError(
    'REQUEST_TIMEOUT',
    'The database took too long for this request: narrow its filter, or ask for fewer statistics',
    { cause },
  );

/** Converts anything thrown into an error response; `failed` is the route's code for unexpected errors. */
export function toEdgeError(cause: unknown, failed: ErrorCode = 'INTERNAL_ERROR'): EdgeError {
  const error = isStatementTimeout(cause) ? tookTooLong(cause) : failureOf(fromFramework(cause) ?? cause);
  if (outsideFailures.includes(error.code)) return fromOutside(error, failed);
  if (error.kind === 'internal') {
    // Whatever it says was not written for callers.
    const message =
      'Something went wrong on our side. The X-Request-Id of this answer helps its operator to find out what';
    return { status: 500, code: failed, message, details: {} };
  }
  return {
    status: statusOfCode(error.code),
    code: error.code,
    message: error.message,
    details: error.details,
  };
}
