import { isUtf8 } from 'node:buffer';
import { AppError, causesOf } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import { targetOf } from './dispatcher.ts';

/** Reasons why a server could not be read, in words for the page's owner. */
const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up now',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it broke the connection off',
  UND_ERR_SOCKET: 'it broke the connection off',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'it took the request and does not answer',
  UND_ERR_BODY_TIMEOUT: 'it fell silent in the midst of its answer',
  INTERIM_FLOOD: 'it announces its answer over and over',
  UND_ERR_HEADERS_OVERFLOW: 'its headers are too long',
};

export const pageTooSlow = ({ host }: URL, reason: string): AppError =>
  new AppError('PAGE_UNREACHABLE', `${host} could not be read: ${reason}`, { details: { reason } });

/** Explains a network error code, in a clause that continues "the server could not be read". */
export const networkSentence = (code: string): string =>
  sentences[code] ?? (/CERT|TLS|SSL|SIGNATURE/.test(code) ? 'its certificate is not accepted' : code);

/** Maps what went wrong on the way to a page to an AppError; a code of the network is kept in `details.reason`. */
export function pageError(error: unknown, { host }: URL): AppError {
  const chain = causesOf(error);
  const known = chain.find((link) => link instanceof AppError);
  if (known) return known;
  const code = chain.map((link) => link.code).find((found) => typeof found === 'string') ?? 'UNKNOWN';
  return new AppError('PAGE_UNREACHABLE', `${host} could not be read: ${networkSentence(code)}`, {
    cause: error,
    details: { reason: code },
  });
}

/** Limits of the cookies that the visit of one page may collect: their number, and the characters of each. */
const maxCookies = 50;
const maxCookieLength = 4_096;

interface Cookie {
  readonly value: string;
  readonly domain: string;
  /** Whether hosts below `domain` are meant too. */
  readonly isShared: boolean;
  readonly path: string;
  readonly isSecure: boolean;
}

const attributesOf = (parts: readonly string[]) =>
  new Map(
    parts.map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim()] as const;
    }),
  );

const folderOf = ({ pathname }: URL) => pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')));

function readCookie(text: string, url: URL): (Cookie & { name: string }) | undefined {
  const [pair = '', ...rest] = text.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, Math.max(0, equals)).trim();
  if (!name || text.length > maxCookieLength || /[^\x21-\x7e\x80-\xff ]/.test(pair)) return undefined;
  const attributes = attributesOf(rest);
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase() || undefined;
  // A cookie for other hosts, or for a whole top-level domain, is refused, as browsers do.
  if (domain !== undefined && domain !== url.hostname)
    if (!url.hostname.endsWith(`.${domain}`) || !domain.includes('.')) return undefined;
  const path = attributes.get('path');
  return {
    name,
    value: pair.slice(equals + 1).trim(),
    domain: domain ?? url.hostname,
    isShared: domain !== undefined,
    path: path?.startsWith('/') ? path : folderOf(url),
    isSecure: attributes.has('secure'),
  };
}

function isFor({ domain, isShared, path, isSecure }: Cookie, url: URL): boolean {
  const isHost = url.hostname === domain || (isShared && url.hostname.endsWith(`.${domain}`));
  const isPath = url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
  return isHost && isPath && (!isSecure || url.protocol === 'https:');
}

/** Cookies that a server sets on its redirects, for the rest of one visit (RFC 6265). Nothing of them is kept after it. */
function createCookies() {
  const cookies = new Map<string, Cookie & { name: string }>();
  return {
    note(url: URL, headers: string | readonly string[] | undefined): void {
      for (const text of [headers ?? []].flat()) {
        const cookie = readCookie(text, url);
        if (!cookie) continue;
        const key = `${cookie.domain}${cookie.path};${cookie.name}`;
        if (cookies.size < maxCookies || cookies.has(key)) cookies.set(key, cookie);
      }
    },
    /** The Cookie header for an address, undefined where it is empty. */
    headerFor(url: URL): string | undefined {
      const own = [...cookies.values()].filter((cookie) => isFor(cookie, url));
      return own.map(({ name, value }) => `${name}=${value}`).join('; ') || undefined;
    },
  };
}

/** Maximum number of redirects, as in browsers (Fetch standard, 4.4). */
const maxRedirects = 20;
const redirectStatuses = [301, 302, 303, 307, 308];
/** Headers that identify neither the caller nor an earlier visit of the page. */
export const harmlessHeaders: readonly string[] = ['accept', 'accept-language', 'user-agent'];

/** The target of a redirected GET. */
export interface Hop {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** The part of a response that redirects are read from. */
interface Redirecting {
  readonly status: number;
  readonly location: string | undefined;
  readonly cookies: string | readonly string[] | undefined;
}

/**
 * Tests whether headers that identify the caller to the first address may go to the second: its own origin, or its step from HTTP to HTTPS.
 */
export function isSameSite(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true;
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:';
  return isUpgrade && from.hostname === to.hostname && from.port === '' && to.port === '';
}

const unfollowed = (host: string, reason: string) =>
  new AppError('PAGE_REDIRECT_FAILED', `${host} redirects, and ${reason}`, { details: { reason } });

/** Headers arrive as Latin-1; servers write UTF-8 into them, and browsers read it as that. */
export function decodeHeader(value: string): string {
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

function readLocation(from: URL, location: string | undefined): URL {
  const to = location === undefined ? null : URL.parse(decodeHeader(location), from.href);
  if (!to) throw unfollowed(from.host, 'does not say where to');
  if (to.href.length > limits.addressLength) throw unfollowed(from.host, 'to an address that is too long');
  to.hash = '';
  targetOf(to);
  return to;
}

/**
 * Remembers a chain of redirects. `next` returns the hop after a response, undefined when it is no redirect; throws
 * PAGE_REDIRECT_FAILED after twenty hops or when a request repeats itself, ADDRESS_FORBIDDEN for another scheme or credentials.
 * Headers of the caller go along on the same site alone, cookies of a redirect as its server says.
 */
export function createRedirects(first: URL) {
  const cookies = createCookies();
  const stateOf = (url: URL) => `${url.href}\n${cookies.headerFor(url) ?? ''}`;
  const visited = new Set([stateOf(first)]);
  return {
    next({ url, headers }: Hop, { status, location, cookies: set }: Redirecting): Hop | undefined {
      if (!redirectStatuses.includes(status)) return undefined;
      cookies.note(url, set);
      const to = readLocation(url, location);
      if (visited.has(stateOf(to))) throw unfollowed(url.host, 'returns to an address that it has visited');
      if (visited.size > maxRedirects) throw unfollowed(url.host, `more than ${maxRedirects} times in a row`);
      visited.add(stateOf(to));
      const kept = isSameSite(url, to)
        ? headers
        : Object.fromEntries(Object.entries(headers).filter(([name]) => harmlessHeaders.includes(name)));
      return { url: to, headers: kept };
    },
    /** The headers of a hop with the cookies that redirects have set for its address. */
    headersOf({ url, headers }: Hop): Readonly<Record<string, string>> {
      const cookie = [headers['cookie'] ?? [], cookies.headerFor(url) ?? []].flat().join('; ');
      return cookie ? { ...headers, cookie } : headers;
    },
  };
}
