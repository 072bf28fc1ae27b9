import { randomUUID } from 'node:crypto';
import { invalidField } from './issues.ts';

/** RFC 3986 unreserved characters. */
export const tenantIdPattern = /^[A-Za-z0-9._~-]{1,64}$/;

/** Reads `X-Tenant-Id`; throws INVALID_REQUEST when it is not URL-safe or longer than 64 characters. */
export function readTenantId(header: string | undefined): string | undefined {
  if (header === undefined || tenantIdPattern.test(header)) return header;
  throw invalidField('INVALID_REQUEST', 'X-Tenant-Id', 'must be 1 to 64 characters of A-Z a-z 0-9 . _ ~ -');
}

export const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's own id of the request if it can stand in headers and logs, else a new one. */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && requestIdPattern.test(header) ? header : randomUUID();
}
