import { retryAfterMs } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';
import { createDecoder, decodeText } from '@docfleet/text/decoding';
import {
  createHtmlTreeBuilder,
  declaredCharset,
  descendants,
  findMainContent,
  type HtmlElement,
  hiddenTextReason,
  type MainContent,
  readContent,
  settlePage,
} from '@docfleet/text/html';
import { boundedAddress } from '../page-address.ts';
import type { ScrapedPage, ScrapeRequest } from '../scraped-page.ts';
import { compileSelectors, type PageFacts, readFacts, selectOutermost } from './page-facts.ts';

const waits = new Set([408, 425, 429]);
/** A server that throttles and does not say for how long. */
const defaultWaitMs = 5_000;
/** A page that is throttled is there: it is asked for again, each time after the wait. */
const maxThrottled = 20;

/** Returns the delay that a throttling or unavailable server requests, and the number of attempts; empty when it requests none. */
export function throttling(
  status: number,
  headers: Headers,
): { retryAfterMs?: number; maxAttempts?: number } {
  const waitMs = retryAfterMs(headers) ?? (status === 429 ? defaultWaitMs : undefined);
  return waitMs === undefined ? {} : { retryAfterMs: waitMs, maxAttempts: maxThrottled };
}

function verdictOf(status: number) {
  if (status === 404 || status === 410)
    return { code: 'PAGE_NOT_FOUND', says: 'There is no such page' } as const;
  if (waits.has(status) || status >= 500 || status < 400)
    return { code: 'PAGE_UNAVAILABLE', says: 'The server of the page cannot answer now' } as const;
  return { code: 'PAGE_FORBIDDEN', says: 'The server of the page does not show it' } as const;
}

/** Throws what the status of the page's own server means; does nothing for success. `headers` state how long to wait. */
export function requirePageStatus(status: number, url: URL, headers: Headers = new Headers()): void {
  if (status >= 200 && status < 300) return;
  const { code, says } = verdictOf(status);
  const details = { status, ...(code === 'PAGE_UNAVAILABLE' && throttling(status, headers)) };
  throw new AppError(code, `${says}: ${url.host} answered with status ${status}`, { details });
}

const percent = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;

/** The bytes of each character of an encoding of one or two bytes, percent-encoded. */
function encodedCharacters(encoding: string): ReadonlyMap<string, string> {
  const characters = new Map<string, string>();
  const add = (...bytes: readonly number[]) => {
    const decoder = createDecoder(encoding);
    const text = decoder.write(Uint8Array.from(bytes)) + decoder.end();
    const isOne = text.length > 0 && [...text].length === 1 && text !== '\ufffd';
    if (isOne && !characters.has(text)) characters.set(text, bytes.map(percent).join(''));
  };
  for (let lead = 0x80; lead <= 0xff; lead += 1) add(lead);
  for (let lead = 0x81; lead <= 0xfe; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) add(lead, trail);
  return characters;
}

const tables = new Map<string, ReadonlyMap<string, string>>();

function tableOf(encoding: string): ReadonlyMap<string, string> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = encodedCharacters(encoding);
  tables.set(encoding, table);
  return table;
}

/** Encodes a character that the encoding lacks, as browsers do. */
const reference = (character: string) => `%26%23${character.codePointAt(0)}%3B`;

function encodeQuery(address: string, encoding: string): string {
  const [beforeFragment = '', ...fragment] = address.split('#');
  const query = beforeFragment.indexOf('?');
  if (query < 0 || !/[^\0-\x7f]/.test(beforeFragment.slice(query))) return address;
  const table = tableOf(encoding);
  const encoded = beforeFragment
    .slice(query)
    .replace(/[^\0-\x7f]/gu, (character) => table.get(character) ?? reference(character));
  return [beforeFragment.slice(0, query) + encoded, ...fragment].join('#');
}

/**
 * Encodes the queries of a page's links in the page's own encoding, as browsers do (URL standard, 4.4); paths are in UTF-8 everywhere.
 */
function encodeQueries(root: HtmlElement, encoding: string): void {
  if (/^(?:ascii|utf-)/.test(encoding)) return;
  for (const element of descendants(root)) {
    const { name, attributes } = element;
    const address = name === 'a' || name === 'area' ? attributes.get('href') : undefined;
    if (address === undefined) continue;
    const encoded = encodeQuery(address, encoding);
    if (encoded !== address) element.attributes = new Map(attributes).set('href', encoded);
  }
}

/** A page as received, before conversion. */
export interface PageSource {
  readonly finalUrl: URL;
  /** The values of X-Robots-Tag. */
  readonly robotsTags: readonly string[];
  /** The value of Refresh. */
  readonly refresh?: string | undefined;
}

type Selectors = Pick<ScrapeRequest, 'includeSelectors' | 'excludeSelectors'>;

/** Characters after which the elements are counted. */
const charactersAtOnce = 65_536;

/**
 * Decodes HTML by its byte order mark, the response's charset or what the page declares, and builds its elements. Rejects with
 * PAGE_TOO_LARGE where there are more than a page may have.
 */
export async function readTree(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  charset: string | undefined,
): Promise<HtmlElement> {
  const builder = createHtmlTreeBuilder();
  let encoding = 'utf-8';
  const note = (found: string) => {
    encoding = found.toLowerCase();
  };
  for await (const piece of decodeText(body, (head) => [charset, declaredCharset(head)], note))
    for (let from = 0; from < piece.length; from += charactersAtOnce) {
      builder.write(piece.slice(from, from + charactersAtOnce));
      if (builder.countElements() <= limits.pageElements) continue;
      const message = `The page has more than ${limits.pageElements} elements`;
      throw new AppError('PAGE_TOO_LARGE', message, { details: { limit: 'elements' } });
    }
  const root = builder.end();
  encodeQueries(root, encoding);
  settlePage(root);
  return root;
}

/** The elements to be read: what the selectors say, or the main content where there are none. */
function contentOf(root: HtmlElement, { includeSelectors, excludeSelectors }: Selectors): MainContent {
  const excluded = compileSelectors(excludeSelectors);
  if (includeSelectors.length > 0) {
    const included = compileSelectors(includeSelectors);
    return { elements: selectOutermost(root, included, excluded), leavesOut: excluded };
  }
  const main = findMainContent(root);
  return { ...main, leavesOut: (element) => main.leavesOut(element) || excluded(element) };
}

/** Resolves addresses of a page until all of them together are too long: a short link may stand for a long address, many times over. */
function createResolver(base: URL): (address: string) => string | undefined {
  let left = limits.pageLinkCharacters;
  return (address) => {
    if (address.startsWith('#') || left <= 0) return undefined;
    const resolved = boundedAddress(address, base)?.href;
    left -= resolved?.length ?? 0;
    return resolved;
  };
}

/** Reads a page: its content in Markdown and its metadata. Throws PAGE_EMPTY where no text is left. */
export function readPage(
  root: HtmlElement,
  { finalUrl, facts: { base, ...facts } }: { readonly finalUrl: URL; readonly facts: PageFacts },
  selectors: Selectors,
): ScrapedPage {
  const {
    markdown,
    hiddenTexts: count,
    isUnmatched,
  } = readContent(root, {
    find: () => contentOf(root, selectors),
    title: () => facts.title ?? '',
    resolve: createResolver(base),
  });
  if (markdown.length > limits.pageTextCharacters)
    throw new AppError('PAGE_TOO_LARGE', 'The page has more text than is read of a page');
  if (!markdown.trim()) throw nothingLeft(isUnmatched);
  const hidden = { what: 'HIDDEN_TEXT', where: null, why: hiddenTextReason, count } as const;
  return { kind: 'page', finalUrl, ...facts, markdown, notRead: count > 0 ? [hidden] : [] };
}

const nothingLeft = (isUnmatched: boolean) =>
  new AppError(
    'PAGE_EMPTY',
    isUnmatched ? 'No element of the page matches the include selectors' : 'The page has no text',
  );

const treeOf = (html: string) => readTree([Buffer.from(html)], 'utf-8');

/** Makes a page of trusted HTML in this process; `WebReader` reads that of sites. */
export async function pageFromHtml(
  html: string,
  source: PageSource,
  request: ScrapeRequest,
): Promise<ScrapedPage> {
  const root = await treeOf(html);
  const { finalUrl, robotsTags } = source;
  return readPage(root, { finalUrl, facts: readFacts(root, finalUrl, robotsTags) }, request);
}
