import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import { targetOf } from './target.ts';

const maxRedirects = 5;
const redirectStatuses = [301, 302, 303, 307, 308];
/** Headers that identify neither the caller nor an earlier visit of the page. */
const harmlessHeaders = ['accept', 'accept-language', 'user-agent'];

/** The target of a redirected GET. */
export interface Hop {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** The same site, or its own step from HTTP to HTTPS. */
function isSameSite(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true;
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:';
  return isUpgrade && from.hostname === to.hostname && from.port === '' && to.port === '';
}

const unfollowed = (host: string, reason: string) =>
  new AppError('PAGE_REDIRECT_FAILED', `${host} redirects, and ${reason}`, { details: { reason } });

function readLocation(from: URL, location: string | undefined): URL {
  const to = location === undefined ? null : URL.parse(location, from.href);
  if (!to) throw unfollowed(from.host, 'does not say where to');
  if (to.href.length > limits.addressLength) throw unfollowed(from.host, 'to an address that is too long');
  to.hash = '';
  targetOf(to);
  return to;
}

/**
 * Remembers a chain of redirects. `next` returns the hop after a response, undefined when it is no redirect; throws
 * PAGE_REDIRECT_FAILED after five hops or when a page comes round again, ADDRESS_FORBIDDEN for another scheme or credentials.
 * Headers of the caller go along on the same site alone.
 */
export function createRedirects(first: URL) {
  const visited = new Set([first.href]);
  return {
    next({ url, headers }: Hop, status: number, location: string | undefined): Hop | undefined {
      if (!redirectStatuses.includes(status)) return undefined;
      const to = readLocation(url, location);
      if (visited.has(to.href)) throw unfollowed(url.host, 'returns to an address that it has visited');
      if (visited.size > maxRedirects) throw unfollowed(url.host, `more than ${maxRedirects} times in a row`);
      visited.add(to.href);
      const kept = isSameSite(url, to)
        ? headers
        : Object.fromEntries(Object.entries(headers).filter(([name]) => harmlessHeaders.includes(name)));
      return { url: to, headers: kept };
    },
  };
}
