import { createStore } from '../store.ts';
import { noteLost, noteResponse } from './health.ts';
import { tenant } from './tenant.ts';

/** Returns a text that is equal for requests of equal effect; undefined for a request without an idempotency key or a text as its body. */
function fingerprintOf(input: RequestInfo | URL, init: RequestInit, headers: Headers): string | undefined {
  const { method = 'GET', body } = init;
  if (!headers.has('idempotency-key') || typeof body !== 'string') return undefined;
  return [method, String(input), headers.get('x-tenant-id'), body].join('\n');
}

/**
 * Returns a `fetch` that submits a form once, even if its response is lost and the user presses the button again: equal requests share one
 * idempotency key until one of them receives a response below status 500, or the page is closed.
 */
export function withKeptKeys(send: typeof fetch): typeof fetch {
  const keys = new Map<string, string>();
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    const fingerprint = fingerprintOf(input as URL, init, headers);
    if (fingerprint === undefined) return send(input, init);
    const key = keys.get(fingerprint) ?? headers.get('idempotency-key') ?? '';
    keys.set(fingerprint, key);
    headers.set('idempotency-key', key);
    const response = await send(input, { ...init, headers });
    if (response.status < 500) keys.delete(fingerprint);
    return response;
  };
}

/** Whether the session has ended while a page is open. While it is true, a sign-in form is shown over the page. */
export const signInNeeded = createStore(false);

/** Resolves when the user has signed in again; rejects with the signal's reason. */
function untilSignedIn(signal: AbortSignal | null | undefined): Promise<void> {
  signInNeeded.set(true);
  return new Promise((resolve, reject) => {
    const end = signInNeeded.subscribe(() => {
      if (signInNeeded.get()) return;
      end();
      resolve();
    });
    signal?.addEventListener('abort', () => {
      end();
      reject(signal.reason);
    });
  });
}

/**
 * Returns a request's headers without an API key, and with the mark by which the service recognizes the console: its cookie holds the
 * session.
 */
export function userHeaders(init: RequestInit | undefined): Headers {
  const headers = new Headers(init?.headers);
  headers.delete('authorization');
  headers.set('x-docfleet-console', '1');
  return headers;
}

/** Returns the headers of `userHeaders`, with the selected tenant unless the request names one. */
function headersOf(init: RequestInit | undefined): Headers {
  const headers = userHeaders(init);
  if (tenant.get() && !headers.has('x-tenant-id')) headers.set('x-tenant-id', tenant.get());
  return headers;
}

/** Sends a request for the current session and updates `health` with the outcome. Rejects as `fetch` does. */
export const fetchAsUser: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, { ...init, headers: headersOf(init) });
    noteResponse(response);
    return response;
  } catch (error) {
    if (!init?.signal?.aborted) noteLost();
    throw error;
  }
};

/** Waits after a 401 until the user has signed in again, then repeats the request. */
export const signingInAgain =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    for (;;) {
      const response = await send(input, init);
      if (response.status !== 401) return response;
      await untilSignedIn(init?.signal);
    }
  };

/** Sends the SDK's requests: retried form submissions keep their idempotency key, and a 401 waits for the user to sign in again. */
export const consoleFetch: typeof fetch = signingInAgain(withKeptKeys(fetchAsUser));
