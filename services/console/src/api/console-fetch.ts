import { createStore } from '../store.ts';
import { keep, readKept } from '../use-draft.ts';

/** State of the connection between this page and the service. */
interface Health {
  /** Whether the last request failed without a response. */
  readonly isLost: boolean;
  /** End of the rate limit, in milliseconds since 1970; undefined while none applies. */
  readonly waitsUntil: number | undefined;
}

/** Current state of the connection. Every request updates it, and the banner shows it. */
export const health = createStore<Health>({ isLost: false, waitsUntil: undefined });

/** Notes that a request had no response. */
export const noteLost = (): void => health.set({ ...health.get(), isLost: true });

/**
 * Returns the end of the rate limit after a response, in milliseconds since 1970. A 429 sets it; no other response ends an earlier limit.
 */
function waitOf({ status, headers }: Response, before: number | undefined): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (status === 429 && Number.isFinite(seconds)) return Date.now() + seconds * 1_000;
  return before !== undefined && before > Date.now() ? before : undefined;
}

/** Updates the health from a response. */
export function noteResponse(response: Response): void {
  const before = health.get();
  const waitsUntil = waitOf(response, before.waitsUntil);
  if (before.isLost || waitsUntil !== before.waitsUntil) health.set({ isLost: false, waitsUntil });
}

const kept = 'docfleet-tenant';

/** Id of the tenant whose data this tab shows; empty for all tenants. */
export const tenant = createStore(readKept('sessionStorage', kept) ?? '');

/** Returns whether the service accepts a text as the id of a tenant. */
export const isTenantId = (text: string): boolean => /^[A-Za-z0-9._~-]{1,64}$/.test(text);

/** Shows the data of one tenant in this tab from now on; of all tenants for an empty id. */
export function chooseTenant(tenantId: string): void {
  keep('sessionStorage', kept, tenantId);
  tenant.set(tenantId);
}

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

const retryAfterMs = 2_000;

/** Resolves once the service responds with any status; the requests update the banner. */
async function untilReachable(): Promise<void> {
  for (;;) {
    try {
      await fetchAsUser(`${location.origin}/console/`, { method: 'HEAD', cache: 'no-store' });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    }
  }
}

/**
 * Loads the module of a page. Where the connection is lost, it waits and loads it once more: the router would reload the document, which
 * a browser without a connection replaces by its own error page.
 */
export async function loadPage<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await untilReachable();
    return await load();
  }
}
