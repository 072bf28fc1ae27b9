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
export function createCookies() {
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
