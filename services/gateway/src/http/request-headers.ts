import { randomUUID } from 'node:crypto';
import { invalidField } from '@docfleet/errors/issues';
import type { ByteRange } from '@docfleet/file-store';

/** Pattern of a tenant id: 1 to 64 unreserved characters of RFC 3986. */
export const tenantIdPattern = /^[A-Za-z0-9._~-]{1,64}$/;

/** Reads `X-Tenant-Id`; throws INVALID_REQUEST when it is not URL-safe or longer than 64 characters. */
export function readTenantId(header: string | undefined): string | undefined {
  if (header === undefined || tenantIdPattern.test(header)) return header;
  throw invalidField('INVALID_REQUEST', 'X-Tenant-Id', 'must be 1 to 64 characters of A-Z a-z 0-9 . _ ~ -');
}

export const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/;

/** Returns the request id that the caller sent if it is safe in headers and logs, else a new one. */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && requestIdPattern.test(header) ? header : randomUUID();
}

/**
 * Returns the byte range of a `Range` header, both ends included. Undefined without one, for several ranges, for a suffix range and for an
 * invalid one: those get the whole file, as https://www.rfc-editor.org/rfc/rfc9110#section-14.2 allows.
 */
export function readByteRange(header: string | undefined): ByteRange | undefined {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined) return undefined;
  const range = { first: Number(first), last: last ? Number(last) : Number.MAX_SAFE_INTEGER };
  return range.last < range.first ? undefined : range;
}
