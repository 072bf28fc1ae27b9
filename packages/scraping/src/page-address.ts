import { limits } from '@docfleet/runtime/config';
import { LRUCache } from 'lru-cache';

/** Parameters that say where a visitor came from, never which page it is. */
const trackingParameter = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|yclid|_ga|igshid)$/i;
/** Parameters that say who the visitor is: with them a site has a new address for every visit of the same page. */
const sessionParameter = /^(phpsessid|jsessionid|aspsessionid\w*|sid|session_?id|cfid|cftoken)$/i;
const sessionInPath = /;(jsessionid|phpsessid|sid)=[^/?]*/i;

/**
 * The one address of a page among those that differ only in what does not identify it: fragment, tracking, session, user. Returns
 * undefined for what is no http(s) address.
 */
export function pageAddress(address: string | URL, base?: URL): URL | undefined {
  const url = URL.parse(String(address), base?.href);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  // A crawl asks for every link of every page, and each change writes the whole address anew.
  if (url.href.includes('#')) url.hash = '';
  if (url.username) url.username = '';
  if (url.password) url.password = '';
  if (sessionInPath.test(url.pathname)) url.pathname = url.pathname.replace(sessionInPath, '');
  if (!url.search) return url;
  const noise = [...url.searchParams.keys()].filter(
    (name) => trackingParameter.test(name) || sessionParameter.test(name),
  );
  // Untouched otherwise: writing parameters anew would encode them in another way.
  for (const name of noise) url.searchParams.delete(name);
  return url;
}

/** An absolute address of bounded length; undefined for what is none, or longer. */
export function boundedAddress(address: string, base: URL): URL | undefined {
  const text = address.trim();
  const url = text.length > limits.addressLength ? null : URL.parse(text, base.href);
  return url && url.href.length <= limits.addressLength ? url : undefined;
}

/** An address that the page leads to: absolute, http(s), without fragment; undefined for what is none. */
export function webAddress(address: string | undefined, base: URL): URL | undefined {
  const url = address === undefined ? undefined : boundedAddress(address, base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  // Each change writes the whole address anew.
  if (url.href.includes('#')) url.hash = '';
  return url;
}

/** Addresses are compared with so many before them, so that memory is bounded however many there are. */
const remembered = 65_536;

/** Remembers the last 65,536 addresses that it was asked about: returns whether it was asked about this one before. */
export function createRecentAddresses(): (address: string) => boolean {
  const recent = new LRUCache<string, true>({ max: remembered });
  return (address) => {
    if (recent.get(address)) return true;
    recent.set(address, true);
    return false;
  };
}
