import { DocfleetError } from './docfleet-error.ts';
import type { ErrorCode } from './generated/api.ts';
import { after } from './repeat.ts';

interface Attempt {
  readonly fetch: typeof fetch;
  readonly url: string;
  readonly init: RequestInit;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Returns the response as it is, its body unread. */
  readonly raw: boolean;
}

/** Sends a request once and returns the data of its response. Rejects with a DocfleetError, or with the reason of the caller's signal. */
export async function attempt({ fetch, url, init, timeoutMs, signal, raw }: Attempt): Promise<unknown> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const timer = after(timeoutMs, () =>
    controller.abort(new DocfleetError('TIMEOUT', `No answer within ${timeoutMs} ms`)),
  );
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const response = await fetch(url, { ...init, signal: controller.signal, redirect: 'manual' });
    if (raw && response.status < 400) return response;
    return await readResponse(response);
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    // A stream that is sent fails the request with its own error, directly or as its cause.
    for (const own of [error, error instanceof Error ? error.cause : undefined])
      if (own instanceof DocfleetError) throw own;
    throw new DocfleetError('CONNECTION_FAILED', 'The service was not reached', { cause: error });
  } finally {
    clearTimeout(timer);
    // The body of a raw answer is still to come, and the caller may want to end it.
    if (!raw) signal?.removeEventListener('abort', abort);
  }
}

interface Envelope {
  readonly data?: unknown;
  readonly error?: { readonly code?: ErrorCode; readonly message?: string; readonly details?: object };
}

async function readResponse(response: Response): Promise<unknown> {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const facts = { status: response.status, requestId };
  const text = await response.text();
  const envelope = parse(text);
  if (response.ok && envelope && 'data' in envelope) return envelope.data;
  const { code, message, details } = envelope?.error ?? {};
  const retryAfter = secondsOf(response.headers.get('retry-after'));
  throw new DocfleetError(
    code ?? 'UNEXPECTED_ANSWER',
    message ?? `The answer was ${response.status} and not one of docfleet's`,
    { ...facts, details: { ...details, ...(retryAfter !== undefined && { retryAfter }) } },
  );
}

/** Seconds of a Retry-After header, which is a number or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Parses a response body as a JSON object; returns undefined for anything else, such as the HTML page of a proxy. */
function parse(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}
