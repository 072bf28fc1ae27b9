import type { Request } from 'express';

/** A host name or address with an optional port: what may stand in a link. */
const plainHost = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/** Where callers reach the gateway: as its operator says, else where this request came to. */
export function originOf(request: Request, publicUrl: string | undefined): string {
  if (publicUrl) return publicUrl.replace(/\/+$/, '');
  const host = request.headers.host ?? '';
  return `http://${plainHost.test(host) ? host : 'localhost'}`;
}
