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
