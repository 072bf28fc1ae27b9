import { randomUUID } from 'node:crypto';

export const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's own id of the request if it can stand in headers and logs, else a new one. */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && requestIdPattern.test(header) ? header : randomUUID();
}
