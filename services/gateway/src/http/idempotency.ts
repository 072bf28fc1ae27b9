import { createHmac } from 'node:crypto';
import { claimRequest, type KeyedRequest, type StoredResponse } from '@docfleet/domain/idempotency';
import { invalidField } from '@docfleet/errors/issues';
import type { GatewayContext } from './context.ts';
import type { Route } from './route.ts';

/** Milliseconds between renewals of a claim, well below its lease. */
const renewEveryMs = 5_000;
export const idempotencyKeyPattern = /^[\x20-\x7e]{1,255}$/;

/** Whether a route accepts an `Idempotency-Key`. By default those do that create or enqueue something with a key. */
export const takesIdempotencyKey = ({ method, scope, status, idempotent }: Route): boolean =>
  idempotent ?? (method === 'post' && scope !== 'public' && status !== 200);

/** Returns the `Idempotency-Key` of a request; throws INVALID_REQUEST when it is malformed. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || idempotencyKeyPattern.test(header)) return header;
  throw invalidField('INVALID_REQUEST', 'Idempotency-Key', 'must be 1 to 255 printable characters of ASCII');
}

/** Parts of a request that its fingerprint covers: requests that differ in one of them are different requests. */
export interface RequestedItems {
  readonly method: string;
  readonly path: string;
  readonly query: unknown;
  readonly tenantId: string | undefined;
  readonly body: unknown;
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/** Replacer for JSON.stringify that sorts fields by name, so that their order in the request does not matter. */
const inOrder = (_name: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(byName))
    : value;

/** Returns a fingerprint that is equal for equal requests. It is an HMAC, because a request may hold a secret. */
export function fingerprintOf(key: Uint8Array, asked: RequestedItems): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', key).update(JSON.stringify(asked, inOrder)).digest());
}

export interface Work {
  /** Performs the request. */
  readonly perform: () => Promise<StoredResponse>;
  /** Returns the response to store for a failure that would repeat; undefined when another attempt may end differently. */
  readonly refusalOf: (cause: unknown) => StoredResponse | undefined;
}

/** Performs a request once per idempotency key. Returns its response, or the stored response of the first request, then with `replayed`. */
export async function respondOnce(
  { database, vault, logger }: Pick<GatewayContext, 'database' | 'vault' | 'logger'>,
  request: KeyedRequest,
  { perform, refusalOf }: Work,
): Promise<StoredResponse & { replayed: boolean }> {
  const taken = await claimRequest(database, vault, request);
  if ('response' in taken) return { ...taken.response, replayed: true };
  const { claim } = taken;
  // The work is done: the caller gets its response even if it could not be stored.
  const note = (noting: Promise<void>) =>
    noting.catch((error: unknown) => logger.warn({ error }, 'an idempotency record was not written'));
  const renewing = setInterval(() => note(claim.renew()), renewEveryMs);
  try {
    const response = await perform();
    await note(claim.keep(response));
    return { ...response, replayed: false };
  } catch (cause) {
    const refusal = refusalOf(cause);
    await note(refusal ? claim.keep(refusal) : claim.onExhausted());
    throw cause;
  } finally {
    clearInterval(renewing);
  }
}
