import { DocfleetError } from './docfleet-error.ts';
import type { ErrorCode } from './generated/api.ts';

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
  const timer = setTimeout(
    () => controller.abort(new DocfleetError('TIMEOUT', `No answer within ${timeoutMs} ms`)),
    timeoutMs,
  );
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const response = await fetch(url, { ...init, signal: controller.signal, redirect: 'manual' });
    if (raw && response.status < 400) return response;
    return await readResponse(response);
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (error instanceof DocfleetError) throw error;
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
  const retryAfter = response.headers.get('retry-after');
  throw new DocfleetError(
    code ?? 'UNEXPECTED_ANSWER',
    message ?? `The answer was ${response.status} and not one of docfleet's`,
    { ...facts, details: { ...details, ...(retryAfter !== null && { retryAfter: Number(retryAfter) }) } },
  );
}

/** What stands between may answer anything, HTML for example. */
function parse(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}
