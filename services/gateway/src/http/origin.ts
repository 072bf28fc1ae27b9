import type { Request } from 'express';

/** Header that the console's scripts send: no HTML form can set it, and scripts of another site would need CORS permission. */
const consoleHeader = 'x-docfleet-console';

const readingMethods = ['GET', 'HEAD'];

/**
 * Tests whether a request comes from the console's own pages, by `Sec-Fetch-Site`. Browsers omit that header for hosts that are neither
 * https nor local; for these `Origin` decides, which GET requests do not carry. https://www.w3.org/TR/fetch-metadata/
 */
export function isOwnPage(request: Request, publicUrl: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site, [consoleHeader]: header } = request.headers;
  if (header !== '1') return false;
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined) return readingMethods.includes(request.method);
  return origin === new URL(originOf(request, publicUrl)).origin;
}

/**
 * Returns what to do about a page that a proxy serves at another address than the service knows, as one that drops the port of the `Host`
 * header does; empty where the request comes from no such page.
 */
export function proxyAdvice(request: Request, publicUrl: string | undefined): string {
  const { origin = '', [consoleHeader]: header } = request.headers;
  if (header !== '1' || !URL.canParse(origin)) return '';
  const known = new URL(originOf(request, publicUrl)).origin;
  return `. This page is at ${new URL(origin).origin}, docfleet takes itself to be at ${known}: set PUBLIC_URL to the address of the page, or let the proxy pass on the Host header with its port`;
}

/** Pattern of a host name or address with an optional port, safe to be used in a link. */
const plainHost = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/**
 * Returns the origin of the gateway: the operator's PUBLIC_URL, else the host of the request, which is https when a trusted proxy says so
 * in `X-Forwarded-Proto`: https://expressjs.com/en/guide/behind-proxies.html
 */
export function originOf(request: Request, publicUrl: string | undefined): string {
  if (publicUrl) return publicUrl.replace(/\/+$/, '');
  const host = request.headers.host ?? '';
  return `${request.secure ? 'https' : 'http'}://${plainHost.test(host) ? host : 'localhost'}`;
}

/**
 * Returns the sources for a Content-Security-Policy that allow files below a path of this gateway. They include the host of the request
 * besides PUBLIC_URL: a page may be opened at another address, for example on the machine itself, and a proxy may replace the host that the
 * browser requested.
 */
export function ownSources(request: Request, publicUrl: string | undefined, path: `/${string}/`): string {
  const origins = [publicUrl, undefined].map((url) => new URL(originOf(request, url)).origin);
  return [...new Set(origins)].map((origin) => `${origin}${path}`).join(' ');
}
