import { limits } from '@docfleet/runtime/config';
import { LRUCache } from 'lru-cache';

/** Parameters that say where a visitor came from, never which page it is. */
const trackingParameter = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|yclid|_ga|igshid)$/i;
/** Parameters of platforms that say who the visitor is, and what their values look like. */
const platformSession = /^(?:phpsessid|jsessionid|aspsessionid\w*|cftoken)$/i;
const platformValue = /^(?=.*\d)[\w,.:!-]{16,128}$/;
/** Names that articles and conferences have too: only 32 and more letters and digits are a session's (as Heritrix has it). */
const plainSession = /^(?:sid|s_?id|sess|session_?id|session)$/i;
const plainValue = /^(?=.*\d)(?=.*[a-z])[a-z0-9]{32,128}$/i;
const sessionInPath = /;(jsessionid|phpsessid|sid)=([^/?;]*)/gi;

const isSession = (name: string, value: string): boolean =>
  (platformSession.test(name) && platformValue.test(value)) ||
  (plainSession.test(name) && plainValue.test(value));

/** Tests whether a query parameter has no influence on the page. */
function isNoise(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=', 2);
  return trackingParameter.test(name) || isSession(name, value);
}

/** A query without its noise; all else stays as it is written, as servers compare it. */
function withoutNoise(search: string): string {
  const parameters = search.slice(1).split('&');
  const kept = parameters.filter((parameter) => !isNoise(parameter));
  return kept.length === parameters.length ? search : kept.join('&');
}

/** Returns the canonical address of a page: without fragment, tracking, session and user. Undefined if it is no http(s) address. */
export function pageAddress(address: string | URL, base?: URL): URL | undefined {
  const url = URL.parse(String(address), base?.href);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  // A crawl asks for every link of every page, and each change writes the whole address anew.
  if (url.href.includes('#')) url.hash = '';
  if (url.username) url.username = '';
  if (url.password) url.password = '';
  if (url.pathname.includes(';')) {
    const path = url.pathname.replace(sessionInPath, (all, name, value) =>
      isSession(name, value) ? '' : all,
    );
    if (path !== url.pathname) url.pathname = path;
  }
  if (!url.search) return url;
  const search = withoutNoise(url.search);
  if (search !== url.search) url.search = search;
  return url;
}

/** Resolves an address, bounded in length; undefined if it is invalid or longer. */
export function boundedAddress(address: string, base: URL): URL | undefined {
  const text = address.trim();
  const url = text.length > limits.addressLength ? null : URL.parse(text, base.href);
  return url && url.href.length <= limits.addressLength ? url : undefined;
}

/** Resolves a linked address: absolute, http(s), without fragment; undefined otherwise. */
export function webAddress(address: string | undefined, base: URL): URL | undefined {
  const url = address === undefined ? undefined : boundedAddress(address, base);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  // Each change writes the whole address anew.
  if (url.href.includes('#')) url.hash = '';
  return url;
}

/** Addresses remembered for comparison, so that memory is bounded. */
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
