/** A request as text: equal requests do the same. Undefined for one that carries no idempotency key, or has no text as its body. */
function fingerprintOf(input: RequestInfo | URL, init: RequestInit, headers: Headers): string | undefined {
  const { method = 'GET', body } = init;
  if (!headers.has('idempotency-key') || typeof body !== 'string') return undefined;
  return [method, String(input), headers.get('x-tenant-id'), body].join('\n');
}

/**
 * `fetch` that submits a form once, although its response was lost and the user presses the button again: equal requests have one
 * idempotency key until one of them has a response that says whether it was carried out.
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
