import type { Request } from 'express';
import { originOf } from './origin.ts';

/** What the console's scripts send along: no form can, and a script of another site would have to be let first. */
const consoleHeader = 'x-docfleet-console';

const readingMethods = ['GET', 'HEAD'];

/**
 * Whether a request comes from the console's own pages. Browsers send its origin in `Sec-Fetch-Site`, but not to hosts that are
 * neither https nor local: there in `Origin`, which requests that only read do not carry. https://www.w3.org/TR/fetch-metadata/
 */
export function isOwnPage(request: Request, publicUrl: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site, [consoleHeader]: header } = request.headers;
  if (header !== '1') return false;
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined) return readingMethods.includes(request.method);
  return origin === new URL(originOf(request, publicUrl)).origin;
}
