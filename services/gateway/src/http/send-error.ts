import { type EdgeError, toEdgeError } from '@docfleet/api/edge-error';
import type { PresentError } from '@docfleet/api/route';
import type { StoredResponse } from '@docfleet/domain/idempotency';
import type { ErrorCode } from '@docfleet/errors';
import type { Logger } from '@docfleet/runtime/logging';
import type { Request, Response } from 'express';

/**
 * Milliseconds for which the rest of a refused body is read and discarded. Then the connection is cut, so that a refused gigabyte is not
 * read to its end.
 */
const graceMs = 2_000;

/**
 * Sends a response that comes before the body has. Its end waits for the body's: Node would close the connection there, and a client that is
 * still sending then fails with EPIPE before it has read why. https://nginx.org/en/docs/http/ngx_http_core_module.html#lingering_close
 */
function sendBeforeBody(request: Request, response: Response, text: string): void {
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.write(text);
  const timer = setTimeout(() => {
    response.end();
    request.socket.destroy();
  }, graceMs);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  request.once('end', end).once('close', end).unpipe();
  request.resume();
}

/** Default of Retry-After, in seconds. */
const defaultRetryAfterSeconds = 2;

function setHeaders(response: Response, { status, details }: EdgeError): void {
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="docfleet"');
  const { retryAfterMs } = details;
  const seconds = typeof retryAfterMs === 'number' ? Math.ceil(retryAfterMs / 1_000) : undefined;
  if (status === 503 || status === 429)
    response.setHeader('Retry-After', seconds ?? defaultRetryAfterSeconds);
  else if (seconds !== undefined) response.setHeader('Retry-After', seconds);
}

function bodyOf(
  { code, message, details: { retryAfterMs: _inHeader, ...details } }: EdgeError,
  form: ReturnType<PresentError> = {},
): string {
  const shown = Object.keys(details).length > 0 ? { details } : {};
  return JSON.stringify({
    success: false,
    message,
    error: { code, message, ...shown, ...form.error },
    ...form.body,
  });
}

/** Returns the response to store for an error; undefined when the same request may succeed later. */
export function refusalOf(cause: unknown, failed: ErrorCode): StoredResponse | undefined {
  const error = toEdgeError(cause, failed);
  if (error.status >= 500 || error.status === 429) return undefined;
  return { status: error.status, body: bodyOf(error) };
}

/** Error codes of streams whose response was closed by its client. */
const goneCodes: readonly unknown[] = [
  'ABORT_ERR',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
];

const codeOf = (cause: unknown) =>
  typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;

const hasGone = (response: Response, cause: unknown) =>
  (response.closed || response.destroyed) && goneCodes.includes(codeOf(cause));

/** Sends an error in the error envelope; logs it when it is internal or a failure of an external service. */
export function sendError(
  request: Request,
  response: Response,
  {
    cause,
    logger,
    failed,
    present,
  }: {
    cause: unknown;
    logger: Logger;
    failed?: ErrorCode;
    /** Form of the route's errors, where it is another API's. */
    present?: PresentError | undefined;
  },
): void {
  if (hasGone(response, cause)) {
    // The client has disconnected, which is not a failure.
    logger.info({ reason: cause }, 'the caller has gone');
    return;
  }
  const error = toEdgeError(cause, failed);
  if (error.status >= 500)
    logger[error.status === 500 ? 'error' : 'warn']({ error: cause, code: error.code }, 'request failed');
  if (response.headersSent) {
    // The response is under way: cutting it is the only way left to say that it is not whole.
    response.destroy();
    return;
  }
  const form = present?.(error, request.get('authorization'));
  setHeaders(response, error);
  response.setHeader('Cache-Control', 'no-store');
  response.status(form?.status ?? error.status).type('application/json');
  const body = bodyOf(error, form);
  if (request.complete) response.send(body);
  else sendBeforeBody(request, response, body);
}
