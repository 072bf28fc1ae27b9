import type { AttemptOutcome } from '@docfleet/domain/webhook';
import { AppError, causesOf } from '@docfleet/errors';
import type { SignedRequest } from './sign-request.ts';

/** Milliseconds for the whole answer, as the API promises. */
const deadlineMs = 10_000;
const maxResponseBytes = 65_536;
const excerptCharacters = 1_024;
const tooSlow = `There was no complete answer within ${deadlineMs / 1_000} seconds`;

const isDamaged = (error: unknown) => causesOf(error).some(({ code }) => code === 'BODY_DAMAGED');

/** The beginning of a response; empty where it cannot be decompressed, as the status alone says whether the event was accepted. */
async function readExcerpt(response: Response): Promise<string> {
  try {
    return await readBeginning(response);
  } catch (error) {
    if (isDamaged(error)) return '';
    throw error;
  }
}

/** The end of a response need not come: nothing beyond 64 KB is read. */
async function readBeginning({ body }: Response): Promise<string> {
  if (!body) return '';
  const parts: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const part of body) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= maxResponseBytes) break;
  }
  const text = Buffer.concat(parts).subarray(0, maxResponseBytes).toString();
  // PostgreSQL stores no NUL.
  return text.replaceAll('\0', '\uFFFD').slice(0, excerptCharacters).toWellFormed();
}

/** The error that the webhook's owner sees for a request without a response; it reveals nothing about private addresses. */
function explain(error: unknown): string {
  for (const cause of causesOf(error)) {
    if (cause instanceof AppError) return cause.message;
    if (typeof cause.code === 'string') return `The connection failed: ${cause.code}`;
  }
  return 'The connection failed';
}

function judge({ ok, status }: Response): string | null {
  if (ok) return null;
  const redirected = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  return `The receiver answered ${status}${redirected}`;
}

/** Seconds or a date, as RFC 9110 has it; undefined when there is none, or it cannot be understood. */
function readRetryAfter({ headers }: Response): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Sends a request once and returns its outcome; does not throw. Only a 2xx that was complete within ten seconds is a success. */
export async function sendRequest(
  fetch: typeof globalThis.fetch,
  url: string,
  { body, headers }: SignedRequest,
  stopping: AbortSignal,
): Promise<AttemptOutcome> {
  const startedAt = new Date();
  const begun = performance.now();
  const deadline = AbortSignal.timeout(deadlineMs);
  const signal = AbortSignal.any([stopping, deadline]);
  const outcome = {
    statusCode: null as number | null,
    error: null as string | null,
    responseExcerpt: null as string | null,
    retryAfterMs: undefined as number | undefined,
  };
  try {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    outcome.statusCode = response.status;
    outcome.error = judge(response);
    outcome.retryAfterMs = readRetryAfter(response);
    outcome.responseExcerpt = await readExcerpt(response);
  } catch (error) {
    outcome.error = deadline.aborted ? tooSlow : explain(error);
  }
  return { startedAt, durationMs: Math.round(performance.now() - begun), ...outcome };
}
