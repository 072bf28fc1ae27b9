import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import { descendants, findTitle, type HtmlElement, type HtmlNode, textOf } from '@docfleet/text/html';
import { _compileUnsafe as compile } from 'css-select';
import { webAddress } from '../page-address.ts';

/** Permissions of robots on a page. https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag */
export interface RobotsDirectives {
  readonly mayIndex: boolean;
  readonly mayFollow: boolean;
}

/** `otherbot: noindex` in a header is meant for that robot alone. */
const addressed = /^\s*([\w-]+)\s*:\s*/;
const withValue = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

function words(directives: string): string[] {
  const to = addressed.exec(directives);
  const robot = to?.[1]?.toLowerCase() ?? '';
  if (to && !withValue.has(robot) && robot !== 'docfleet') return [];
  const own = robot === 'docfleet' ? directives.slice(to?.[0].length) : directives;
  // Many sites leave the commas out.
  return own.toLowerCase().split(/[\s,;]+/);
}

/** Reads `<meta name=robots>` and each X-Robots-Tag; what any of them forbids is forbidden. */
export function readRobots(values: readonly string[]): RobotsDirectives {
  const said = new Set(values.flatMap(words));
  const allows = (forbidden: string) => !said.has(forbidden) && !said.has('none');
  return { mayIndex: allows('noindex'), mayFollow: allows('nofollow') };
}

const maxSelectorLength = 1_000;
const maxSelectors = 50;
/** Looks at elements for all selectors of a page; pages have some thousand elements. */
const maxSteps = 20_000_000;

const invalid = (selector: string, reason: string) =>
  new AppError('INVALID_SCRAPE_OPTIONS', `"${selector.slice(0, 100)}" is no CSS selector that can be used`, {
    details: { reason },
  });

const isElement = (node: HtmlNode): node is HtmlElement => typeof node !== 'string';

/** Creates css-select's adapter for our elements; it throws PAGE_TOO_LARGE when a selector takes too many steps. */
function countingAdapter() {
  let steps = 0;
  return {
    isTag(node: HtmlNode): node is HtmlElement {
      if (++steps > maxSteps)
        throw new AppError('PAGE_TOO_LARGE', 'The page is too large for these selectors; simplify them');
      return isElement(node);
    },
    getAttributeValue: (element: HtmlElement, name: string) => element.attributes.get(name),
    hasAttrib: (element: HtmlElement, name: string) => element.attributes.has(name),
    getChildren: (node: HtmlNode) => (isElement(node) ? node.children : []),
    getName: (element: HtmlElement) => element.name,
    getParent: (element: HtmlElement) => (element.parent?.name ? element.parent : null),
    getSiblings: (node: HtmlNode) => (isElement(node) && node.parent ? node.parent.children : [node]),
    getText: textOf,
    removeSubsets: (nodes: HtmlNode[]) => nodes,
  };
}

export type Selection = (element: HtmlElement) => boolean;

/** Compiles selectors into a test of elements; throws INVALID_SCRAPE_OPTIONS for an invalid one. */
export function compileSelectors(selectors: readonly string[]): Selection {
  if (selectors.length > maxSelectors) throw invalid('', `At most ${maxSelectors} selectors are taken`);
  const adapter = countingAdapter();
  const queries = selectors.map((selector) => {
    if (selector.length > maxSelectorLength) throw invalid(selector, 'It is longer than 1,000 characters');
    try {
      return compile<HtmlNode, HtmlElement>(selector, { adapter });
    } catch (cause) {
      throw invalid(selector, cause instanceof Error ? cause.message : String(cause));
    }
  });
  return (element) => queries.some((matches) => matches(element));
}

/** Returns the outermost matching elements in document order, without those within an excluded one. */
export function selectOutermost(root: HtmlElement, matches: Selection, excluded: Selection): HtmlElement[] {
  const found: HtmlElement[] = [];
  const visit = (element: HtmlElement) => {
    for (const child of element.children) {
      if (!isElement(child) || excluded(child)) continue;
      if (matches(child)) found.push(child);
      else visit(child);
    }
  };
  visit(root);
  return found;
}

/** Returns the reason why a text is no usable CSS selector; undefined when it is one. */
export function selectorFault(selector: string): string | undefined {
  try {
    compileSelectors([selector]);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.details.reason ?? error.message;
  }
}

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

/** Reads the facts of a page from its whole document; `robotsTags` are the values of X-Robots-Tag, `refresh` that of Refresh. */
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
