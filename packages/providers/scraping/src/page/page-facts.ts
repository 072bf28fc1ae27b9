import { limits } from '@docfleet/runtime/config';
import { descendants, findTitle, type HtmlElement } from '@docfleet/text/html';
import { webAddress } from '../page-address.ts';
import { readRobots } from './robots-directives.ts';

/** Facts about a page and its links, whichever part of it is read. */
export interface PageFacts {
  /** Base of relative addresses. */
  readonly base: URL;
  readonly canonicalUrl: URL | undefined;
  readonly title: string | undefined;
  readonly links: readonly URL[];
  readonly mayIndex: boolean;
  readonly mayFollow: boolean;
  /** Address that the page moves on to by itself after some seconds; undefined when it does not. */
  readonly refresh: Refresh | undefined;
  /** Whether it asks for a password. */
  readonly hasPasswordField: boolean;
}

export interface Refresh {
  readonly url: URL;
  readonly seconds: number;
}

const hasWord = (value: string | undefined, word: string) =>
  value?.toLowerCase().split(/\s+/).includes(word) ?? false;

/** Reads them from a whole document; `robotsTags` are the values of X-Robots-Tag, `refresh` that of Refresh. */
export function readFacts(
  root: HtmlElement,
  url: URL,
  robotsTags: readonly string[],
  refresh?: string,
): PageFacts {
  const found = collect(root);
  const base = webAddress(found.baseAddress, url) ?? url;
  const links = new Map<string, URL>();
  for (const address of found.addresses) {
    if (links.size >= limits.pageLinks) break;
    const link = webAddress(address, base);
    if (link) links.set(link.href, link);
  }
  return {
    base,
    canonicalUrl: webAddress(found.canonicalAddress, base),
    title: findTitle(root)?.slice(0, limits.pageTitleLength),
    links: [...links.values()],
    ...readRobots([...found.robots, ...robotsTags]),
    // The HTML standard, 7.4.2.2: a header counts as what the page says, and is relative to its address.
    refresh: readRefresh(refresh, url, url) ?? readRefresh(found.refresh, base, url),
    hasPasswordField: found.hasPasswordField ?? false,
  };
}

/** `5; url=/there` (HTML standard, 4.2.5.3); undefined for a page that only loads itself anew. */
function readRefresh(content: string | undefined, base: URL, page: URL): Refresh | undefined {
  const parts = /^\s*(\d{1,6})[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]*)"|'([^']*)'|(.+))/is.exec(
    content ?? '',
  );
  const url = parts ? webAddress(parts[2] ?? parts[3] ?? parts[4], base) : undefined;
  return url && url.href !== page.href ? { url, seconds: Number(parts?.[1]) } : undefined;
}

interface Found {
  readonly addresses: string[];
  readonly robots: string[];
  baseAddress?: string;
  canonicalAddress?: string;
  refresh?: string;
  hasPasswordField?: boolean;
}

type Reading = (element: HtmlElement, found: Found) => void;

const readings: Record<string, Reading> = {
  a({ attributes }, { addresses }) {
    const address = attributes.get('href');
    if (address !== undefined && !hasWord(attributes.get('rel'), 'nofollow')) addresses.push(address);
  },
  base({ attributes }, found) {
    const address = attributes.get('href');
    if (address !== undefined) found.baseAddress ??= address;
  },
  link({ attributes }, found) {
    const address = attributes.get('href');
    if (address && hasWord(attributes.get('rel'), 'canonical')) found.canonicalAddress ??= address;
  },
  meta({ attributes }, found) {
    const name = (attributes.get('name') ?? attributes.get('property') ?? '').toLowerCase();
    const content = attributes.get('content') ?? '';
    if (name === 'robots' || name === 'docfleet') found.robots.push(content);
    if (attributes.get('http-equiv')?.toLowerCase() === 'refresh') found.refresh ??= content;
  },
  input({ attributes }, found) {
    if (attributes.get('type')?.toLowerCase() === 'password') found.hasPasswordField = true;
  },
  frame({ attributes }, { addresses }) {
    const address = attributes.get('src');
    if (address !== undefined) addresses.push(address);
  },
};
// A page may show another one in itself; those of other sites are in no one's scope.
readings['iframe'] = readings['frame'] as Reading;
// An image map leads on as links do.
readings['area'] = readings['a'] as Reading;

function collect(root: HtmlElement): Found {
  const found: Found = { addresses: [], robots: [] };
  for (const element of descendants(root)) {
    if (Object.hasOwn(readings, element.name)) readings[element.name]?.(element, found);
  }
  return found;
}
