import type { WaitingPage } from '@docfleet/domain/crawl';
import type { PageFetch } from '@docfleet/domain/document';
import type { LeftOut } from '@docfleet/domain/run';
import { AppError } from '@docfleet/errors';
import { leaveBody, pageAddress, type ScrapedPage, type WebScraper } from '@docfleet/scraping';
import type { ScraperContext } from '../context.ts';
import { contentHashOf, describeText, optionsFor, type ScrapeOptions, storable } from '../fetch-page.ts';
import { fetchInTurn, fetchPolitely, postponement } from '../fetch-politely.ts';
import { requireOwnContent, sketchOf } from '../own-content.ts';
import { leadsToSignIn, signInRequired } from '../sign-in.ts';
import { type CanonicalPages, isContained } from './canonical-pages.ts';
import type { CrawlScope } from './crawl-scope.ts';

/** Outcome of a visit, before it is known whether other visits found the same. */
export type VisitOutcome = { readonly page: WaitingPage } & (
  | {
      readonly kind: 'page';
      readonly identity: string;
      readonly title: string | null;
      readonly text: string;
      /** SHA-256 in hexadecimal. */
      readonly contentHash: string;
      readonly fetch: PageFetch;
      readonly links: readonly string[];
      /** Links of it, and itself, that rules leave out. */
      readonly leftOut: readonly LeftOut[];
      /** Whether it is to become a document. */
      readonly isWanted: boolean;
    }
  | { readonly kind: 'unchanged'; readonly identity: string; readonly links: readonly string[] }
  | { readonly kind: 'file'; readonly identity: string }
  /** `reason` is why the account of the run lists it as left out. */
  | { readonly kind: 'elsewhere'; readonly reason?: string }
  /** Its host wants it to be visited later: it was not. */
  | { readonly kind: 'delayed'; readonly waitMs: number }
  | { readonly kind: 'failed'; readonly error: AppError }
);

export interface Visitor {
  readonly ingestJobId: string;
  readonly scraper: WebScraper;
  readonly options: ScrapeOptions;
  readonly reading: string;
  readonly scope: CrawlScope;
  /** Start address of the crawl: it is read for its links even when it is not wanted itself. */
  readonly start: string;
  /** The address that the headers of the source are bound to. */
  readonly headerSource: URL | null;
  readonly canonicalPages: CanonicalPages;
}

export interface NextPage {
  readonly page: WaitingPage;
  /** Fetch of the last run's visit; undefined when there was none. */
  readonly previous: PageFetch | undefined;
}

/** Dependencies of a visit. */
interface Visiting {
  readonly context: ScraperContext;
  readonly visitor: Visitor;
  readonly signal: AbortSignal;
}

const requestFor = ({ options, headerSource }: Visitor, url: URL) => ({
  ...optionsFor(options, headerSource, url),
  url,
  fresh: true,
});

/** A page that another one names as canonical, if it can be read. */
async function readCanonical(
  { context, visitor, signal }: Visiting,
  url: URL,
): Promise<ScrapedPage | undefined> {
  try {
    const result = await fetchInTurn(context, visitor.scraper, requestFor(visitor, url), signal);
    if (result.kind === 'file') await leaveBody(result.body);
    if (result.kind !== 'page') return undefined;
    return pageAddress(result.finalUrl)?.href === url.href ? result : undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

interface Identified {
  readonly identity: URL;
  readonly content: ScrapedPage;
}

/** The page that counts: the one that it names as canonical, where that is of this site and holds its text; otherwise itself. */
async function identify(visiting: Visiting, scraped: ScrapedPage): Promise<Identified | undefined> {
  const { scope, canonicalPages } = visiting.visitor;
  const final = pageAddress(scraped.finalUrl);
  const canonical = scraped.canonicalUrl && pageAddress(scraped.canonicalUrl);
  if (final) canonicalPages.remember(final.href, scraped);
  if (canonical && canonical.href !== final?.href && scope.wants(canonical)) {
    const page = await canonicalPages.read(canonical.href, () => readCanonical(visiting, canonical));
    if (page && isContained(scraped.markdown, page.markdown))
      return { identity: canonical, content: { ...page, links: [...scraped.links, ...page.links] } };
  }
  return final && { identity: final, content: scraped };
}

async function toOutcome(visiting: Visiting, page: WaitingPage, scraped: ScrapedPage): Promise<VisitOutcome> {
  const { scope, reading, start } = visiting.visitor;
  const moved = pageAddress(scraped.finalUrl);
  if (page.url === start && moved && !scope.isOfSite(moved)) scope.follow(moved);
  const identified = await identify(visiting, scraped);
  if (!identified) return { kind: 'elsewhere', page, reason: 'It leads to no web address' };
  const reason = page.url === start ? undefined : scope.reasonAgainst(identified.identity);
  if (reason !== undefined) return { kind: 'elsewhere', page, reason };
  const { identity, content } = identified;
  const text = storable(content.markdown);
  const contentHash = contentHashOf(text);
  const { etag, lastModified, title, mayFollow } = content;
  const { pages, leftOut } = scope.select(mayFollow ? content.links : []);
  const mayIndex = content.mayIndex && scraped.mayIndex;
  const hidden = mayIndex ? [] : [{ externalId: identity.href, reason: 'It asks not to be indexed' }];
  return {
    kind: 'page',
    page,
    identity: identity.href,
    title: title ? storable(title).slice(0, 255) : null,
    text,
    contentHash,
    fetch: { etag, lastModified, contentHash, reading, sketch: sketchOf(text) },
    links: pages.map((link) => link.href),
    leftOut: [...hidden, ...leftOut],
    isWanted: mayIndex && scope.wants(identity),
  };
}

/** Codes of errors in the source or its scraper as a whole, which end the crawl; any other fails one page. */
const endsCrawl = new Set(['PROVIDER_REJECTED', 'INVALID_SCRAPE_OPTIONS', 'WEB_SCRAPER_CONFIG_NOT_SET']);
export const isOfPage = ({ code }: AppError): boolean => !endsCrawl.has(code);

async function read(visiting: Visiting, { page, previous }: NextPage): Promise<VisitOutcome> {
  const { context, visitor, signal } = visiting;
  const { etag, lastModified } = previous ?? {};
  const url = new URL(page.url);
  const conditions = { ...(etag && { etag }), ...(lastModified && { lastModified }) };
  const request = { ...requestFor(visitor, url), ...conditions };
  const scraped = await fetchPolitely(context, visitor.scraper, request, signal);
  const identity = page.identity ?? page.url;
  if (scraped.kind === 'unchanged') {
    if (page.url === visitor.start) visitor.scope.follow(new URL(identity));
    return { kind: 'unchanged', page, identity, links: page.links };
  }
  if (scraped.kind === 'file') {
    // It is fetched, stored and parsed like any other file.
    await leaveBody(scraped.body);
    return { kind: 'file', page, identity: page.url };
  }
  if (leadsToSignIn(url, scraped)) {
    // Sites lead from many links to it; a page that was read before has not become one.
    if (!previous && page.url !== visitor.start)
      return { kind: 'elsewhere', page, reason: 'It leads to a sign-in page' };
    throw signInRequired(scraped);
  }
  const outcome = await toOutcome(visiting, page, scraped);
  if (outcome.kind !== 'page' || !previous) return outcome;
  if (outcome.contentHash === previous.contentHash)
    return { kind: 'unchanged', page, identity, links: outcome.links };
  const { ingestJobId } = visitor;
  const current = describeText(scraped.markdown);
  const changed = { url, ingestJobId, previous, current, shownAt: scraped.finalUrl };
  const fetchOther = (other: URL) =>
    fetchInTurn(context, visitor.scraper, requestFor(visitor, other), signal);
  await requireOwnContent(context, changed, { fetchOther, describe: describeText });
  return outcome;
}

/** Visits a page of a crawl. Rejects when it is not the page that is at fault. */
export async function visitPage(
  context: ScraperContext,
  visitor: Visitor,
  next: NextPage,
  signal: AbortSignal,
): Promise<VisitOutcome> {
  const { page } = next;
  try {
    return await read({ context, visitor, signal }, next);
  } catch (cause) {
    signal.throwIfAborted();
    const waitMs = postponement(cause);
    if (waitMs !== undefined) return { kind: 'delayed', page, waitMs };
    const error = AppError.from(cause);
    if (!isOfPage(error)) throw error;
    // That a site shows its robots fewer pages than its readers is no failure.
    if (error.code === 'PAGE_BLOCKED_BY_ROBOTS' && page.url !== visitor.start)
      return { kind: 'elsewhere', page, reason: 'robots.txt does not allow it' };
    return { kind: 'failed', page, error };
  }
}
