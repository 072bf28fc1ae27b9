import { limits } from '@docfleet/runtime/config';

/** A path pattern of robots.txt, percent-encoded as addresses are, with runs of `*` as one. */
export interface RobotsRule {
  readonly allow: boolean;
  readonly pattern: string;
}

/** The rules of robots.txt for one product, and what the file says to all. */
export interface RobotsRules {
  readonly rules: readonly RobotsRule[];
  readonly crawlDelaySeconds?: number | undefined;
  readonly sitemaps: readonly string[];
}

interface Group {
  readonly products: string[];
  readonly rules: RobotsRule[];
  crawlDelaySeconds?: number;
}

const maxSitemaps = 100;

/** RFC 3986, 2.3: what means the same whether it is encoded or not. */
const unreserved = /[\w.~-]/;

function normalOctet(octet: string): string {
  const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
  return unreserved.test(character) ? character : octet.toUpperCase();
}

/**
 * RFC 9309, 2.2.2: octets outside of ASCII are compared percent-encoded, unreserved ones decoded, and encodings regardless of case.
 */
function encoded(path: string): string {
  const escaped = path.toWellFormed().replace(/[^\x21-\x7e]+/g, encodeURIComponent);
  return escaped.replace(/%[0-9a-f]{2}/gi, normalOctet);
}

/** RFC 9309, 2.2.4, leaves it to crawlers to understand more than it says; what forbids by a slip of the pen forbids. */
const misspelled: ReadonlyMap<string, string> = new Map([
  ['useragent', 'user-agent'],
  ...['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'].map((name) => [name, 'disallow'] as const),
  ['crawldelay', 'crawl-delay'],
  ['site-map', 'sitemap'],
]);

function readLine(line: string): { name: string; value: string } | undefined {
  const text = line.split('#', 1)[0] ?? '';
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  const name = text.slice(0, colon).trim().toLowerCase().replace(/\s+/g, '-');
  return { name: misspelled.get(name) ?? name, value: text.slice(colon + 1).trim() };
}

const productOf = (value: string) => value.split('/', 1)[0]?.trim().toLowerCase() ?? '';

function addTo(group: Group, name: string, value: string): void {
  if (name === 'crawl-delay') {
    const seconds = Number(value);
    if (value !== '' && Number.isFinite(seconds)) group.crawlDelaySeconds ??= Math.max(0, seconds);
    return;
  }
  // An empty pattern matches nothing, and one that is longer than any address hardly more.
  if (value === '' || value.length > limits.addressLength) return;
  if (group.rules.length >= limits.robotsRules) return;
  group.rules.push({ allow: name === 'allow', pattern: encoded(value.replace(/\*+/g, '*')) });
}

const ruleNames = new Set(['allow', 'disallow', 'crawl-delay']);

/** Reads robots.txt as RFC 9309 says; `product` is the name that its groups are looked up by. */
export function parseRobots({ text, product }: { text: string; product: string }): RobotsRules {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let isNaming = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const read = readLine(line);
    if (!read) continue;
    const { name, value } = read;
    if (name === 'user-agent') {
      if (!isNaming) groups.push({ products: [], rules: [] });
      isNaming = true;
      groups.at(-1)?.products.push(productOf(value));
    } else if (ruleNames.has(name)) {
      isNaming = false;
      const group = groups.at(-1);
      if (group) addTo(group, name, value);
    } else if (name === 'sitemap' && sitemaps.length < maxSitemaps && value.length <= limits.addressLength)
      sitemaps.push(value);
  }
  const named = (wanted: string) => groups.filter(({ products }) => products.includes(wanted));
  const own = named(product.toLowerCase());
  // RFC 9309, 2.2.1: groups of the same product are one.
  const chosen = own.length > 0 ? own : named('*');
  const rules = chosen.flatMap((group) => group.rules).slice(0, limits.robotsRules);
  const [crawlDelaySeconds] = chosen.flatMap((group) => group.crawlDelaySeconds ?? []);
  return { rules, sitemaps, ...(crawlDelaySeconds !== undefined && { crawlDelaySeconds }) };
}

/** Matches the parts between the stars from left to right, each at its first place: time grows with the path's length alone. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  const [first = '', ...others] = parts;
  if (!path.startsWith(first)) return false;
  const last = isWhole ? others.pop() : undefined;
  if (isWhole && last === undefined) return path === first;
  let position = first.length;
  for (const part of others) {
    const found = path.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return last === undefined || (path.length - last.length >= position && path.endsWith(last));
}

/** RFC 9309, 2.2.2: the longest pattern that matches decides, and Allow among equals. */
export function isAllowedBy(rules: readonly RobotsRule[], { pathname, search }: URL): boolean {
  if (pathname === '/robots.txt') return true;
  const path = encoded(pathname + search);
  let best: RobotsRule | undefined;
  for (const rule of rules) {
    if (best && rule.pattern.length < best.pattern.length) continue;
    if (best && rule.pattern.length === best.pattern.length && !rule.allow) continue;
    if (matches(rule.pattern, path)) best = rule;
  }
  return best?.allow ?? true;
}
