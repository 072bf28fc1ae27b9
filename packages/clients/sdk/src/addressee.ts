import { DocfleetError } from './docfleet-error.ts';

const optionOf: Readonly<Record<string, string>> = {
  authorization: 'apiKey',
  'x-tenant-id': 'tenantId',
  'idempotency-key': 'idempotencyKey',
};

const blank: Readonly<Record<string, string>> = {
  'x-tenant-id': 'name the tenant, or pass null for the data of all of them',
};

/**
 * Returns headers that can be sent. Rejects a blank value, and one with a line break or another character that headers do not have, with
 * INVALID_REQUEST and the name of its option: the error of `fetch` would show the whole value, which may be a key.
 */
export function readHeaders(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (value.trim() === '')
      throw new DocfleetError(
        'INVALID_REQUEST',
        `${optionOf[name] ?? name} is blank: ${blank[name] ?? 'leave it out'}`,
      );
    if (!/^[\x20-\x7e]*$/.test(value))
      throw new DocfleetError(
        'INVALID_REQUEST',
        `${optionOf[name] ?? name} has a line break, or another character that it cannot have`,
      );
  }
  return headers;
}

/** Returns the key without white space around it; empty where the sender adds its own. Rejects a missing one with INVALID_REQUEST. */
export function readKey(apiKey: unknown): string {
  if (typeof apiKey === 'string') return apiKey.trim();
  throw new DocfleetError('INVALID_REQUEST', 'apiKey is missing: pass a key, as df_live_…');
}

const addressOf = (baseUrl: string) => {
  try {
    // Pages of the service may name a path.
    return new URL(baseUrl, (globalThis as { location?: { href: string } }).location?.href);
  } catch {
    return undefined;
  }
};

/**
 * Returns the address of the service without a slash at its end. Rejects one that no request can be sent to with INVALID_REQUEST, at once
 * and without showing credentials that it may hold.
 */
export function readAddress(baseUrl: string): string {
  const address = addressOf(baseUrl);
  if (!address || !/^https?:$/.test(address.protocol))
    throw new DocfleetError(
      'INVALID_REQUEST',
      'baseUrl is no address: it begins with https:// or http://, as https://docfleet.example.com',
    );
  if (address.username || address.password)
    throw new DocfleetError(
      'INVALID_REQUEST',
      'baseUrl holds a user or password, which requests do not send: the key is passed as apiKey',
    );
  return baseUrl.replace(/\/+$/, '');
}
