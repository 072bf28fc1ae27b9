import { createHmac } from 'node:crypto';
import { claimRequest, type KeyedRequest, type StoredResponse } from '@docfleet/domain/idempotency';
import { invalidField } from '@docfleet/errors/issues';
import type { GatewayContext } from './context.ts';
import type { Route } from './route.ts';

/** Well within the lease of a claim. */
const renewEveryMs = 5_000;
export const idempotencyKeyPattern = /^[\x20-\x7e]{1,255}$/;

/** What creates or enqueues may be asked for twice and done once. */
export const takesIdempotencyKey = ({ method, scope, status, idempotent }: Route): boolean =>
  idempotent ?? (method === 'post' && scope !== 'public' && status !== 200);

/** Reads `Idempotency-Key`; throws INVALID_REQUEST when it is no key. */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || idempotencyKeyPattern.test(header)) return header;
  throw invalidField('INVALID_REQUEST', 'Idempotency-Key', 'must be 1 to 255 printable characters of ASCII');
}

/** Everything in a request that makes it another one. */
export interface RequestedItems {
  readonly method: string;
  readonly path: string;
  readonly query: unknown;
  readonly tenantId: string | undefined;
  readonly body: unknown;
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/** For JSON.stringify: fields in one order, whatever order they were sent in. */
const inOrder = (_name: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(byName))
    : value;

/** The same for the same request. Keyed, because what is asked for may hold a secret. */
export function fingerprintOf(key: Uint8Array, asked: RequestedItems): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHmac('sha256', key).update(JSON.stringify(asked, inOrder)).digest());
}

export interface Work {
  /** Does what is asked for. */
  readonly perform: () => Promise<StoredResponse>;
  /** The response that a failure is, if it would fail again; undefined when another attempt may end differently. */
  readonly refusalOf: (cause: unknown) => StoredResponse | undefined;
}

/** Performs a request once; returns its response, or the stored response of the first time. */
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
