import { type EdgeError, toEdgeError } from '@docfleet/api/edge-error';
import type { PresentError } from '@docfleet/api/route';
import type { StoredResponse } from '@docfleet/domain/idempotency';
import type { ErrorCode } from '@docfleet/errors';
import type { Request, Response } from 'express';
import type { GatewayContext } from './context.ts';
import { originOf } from './origin.ts';

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

/** Request that an error answers: its id, and the address at which its caller reaches this service, as `https://host`. */
export interface Asked {
  readonly requestId: string;
  readonly origin: string;
}

/** Returns the page that describes an error code. */
export const linkTo = (code: string, origin: string): string =>
  `${origin}/guides/api/errors#${code.toLowerCase()}`;

function bodyOf(error: EdgeError, { requestId, origin }: Asked, form: ReturnType<PresentError> = {}): string {
  const {
    code,
    message,
    details: { retryAfterMs: _inHeader, ...details },
  } = error;
  const shown = Object.keys(details).length > 0 ? { details } : {};
  const link = linkTo(code, origin);
  return JSON.stringify({
    success: false,
    message,
    error: { code, message, requestId, link, ...shown, ...form.error },
    ...form.body,
  });
}

/** Returns the response to store for an error; undefined when the same request may succeed later. */
export function refusalOf(cause: unknown, failed: ErrorCode, asked: Asked): StoredResponse | undefined {
  const error = toEdgeError(cause, failed);
  if (error.status >= 500 || error.status === 429) return undefined;
  return { status: error.status, body: bodyOf(error, asked) };
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

type ErrorContext = Pick<GatewayContext, 'logger' | 'publicUrl'>;

/** Returns what an error answers. */
export const askedOf = (
  request: Request,
  response: Response,
  { publicUrl }: Pick<GatewayContext, 'publicUrl'>,
): Asked => ({
  requestId: String(response.getHeader('X-Request-Id')),
  origin: originOf(request, publicUrl),
});

/** Sends an error in the error envelope; logs it when it is internal or a failure of an external service. */
export function sendError(
  request: Request,
  response: Response,
  {
    cause,
    context,
    failed,
    present,
  }: {
    cause: unknown;
    context: ErrorContext;
    failed?: ErrorCode;
    /** Form of the route's errors, where it is another API's. */
    present?: PresentError | undefined;
  },
): void {
  const { logger } = context;
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
  const body = bodyOf(error, askedOf(request, response, context), form);
  if (request.complete) response.send(body);
  else sendBeforeBody(request, response, body);
}
