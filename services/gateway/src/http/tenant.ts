import { invalidField } from './issues.ts';

/** RFC 3986 unreserved characters. */
export const tenantIdPattern = /^[A-Za-z0-9._~-]{1,64}$/;

/** Reads `X-Tenant-Id`; throws INVALID_REQUEST when it is not URL-safe or longer than 64 characters. */
export function readTenantId(header: string | undefined): string | undefined {
  if (header === undefined || tenantIdPattern.test(header)) return header;
  throw invalidField('INVALID_REQUEST', 'X-Tenant-Id', 'must be 1 to 64 of A-Z a-z 0-9 . _ ~ -');
}
