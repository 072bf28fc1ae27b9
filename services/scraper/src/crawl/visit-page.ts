import type { WaitingPage } from '@docfleet/domain/crawl';
import type { PageFetch } from '@docfleet/domain/document';
import { AppError } from '@docfleet/errors';
import type { ScrapedPage, WebScraper } from '@docfleet/scraping';
import { pageAddress } from '@docfleet/scraping';
import type { ScraperContext } from '../context.ts';
import { contentHashOf, storable } from '../fetch-page.ts';
import { fetchPolitely } from '../fetch-politely.ts';
import { optionsFor, type ScrapeOptions } from '../scrape-options.ts';
import type { CrawlScope } from './crawl-scope.ts';

/** How a visit ended, before it is known whether other visits found the same. */
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
      /** Whether it is to become a document. */
      readonly isWanted: boolean;
    }
  | { readonly kind: 'unchanged'; readonly identity: string; readonly links: readonly string[] }
  | { readonly kind: 'file'; readonly identity: string }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'failed'; readonly error: AppError }
);

export interface Visitor {
  readonly scraper: WebScraper;
  readonly options: ScrapeOptions;
  readonly reading: string;
  readonly scope: CrawlScope;
  /** Where the crawl began: it is read for its links although it may not be wanted itself. */
  readonly start: string;
  /** The address that the headers of the source are bound to. */
  readonly headerSource: URL | null;
}

/** The address that a page wants to be known by, where that is one of this site. */
function identityOf({ finalUrl, canonicalUrl }: ScrapedPage, scope: CrawlScope): URL | undefined {
  const canonical = canonicalUrl && pageAddress(canonicalUrl);
  const final = pageAddress(finalUrl);
  if (canonical && scope.wants(canonical)) return canonical;
  return final;
}

function toOutcome(visitor: Visitor, page: WaitingPage, scraped: ScrapedPage): VisitOutcome {
  const { scope, reading, start } = visitor;
  const identity = identityOf(scraped, scope);
  const isInside = identity && (scope.wants(identity) || page.url === start);
  if (!isInside) return { kind: 'elsewhere', page };
  const text = storable(scraped.markdown);
  const contentHash = contentHashOf(text);
  const { etag, lastModified, title, mayFollow, mayIndex } = scraped;
  return {
    kind: 'page',
    page,
    identity: identity.href,
    title: title ? storable(title).slice(0, 255) : null,
    text,
    contentHash,
    fetch: { etag, lastModified, contentHash, reading },
    links: mayFollow ? scope.select(scraped.links).map((link) => link.href) : [],
    isWanted: mayIndex && scope.wants(identity),
  };
}

/** What is about the page itself; anything else ends the crawl, to be gone on with later. */
export const isOfPage = ({ code }: AppError): boolean =>
  code.startsWith('PAGE_') || ['ADDRESS_FORBIDDEN', 'DOCUMENT_EMPTY', 'SERVICE_UNAVAILABLE'].includes(code);

/** Visits a page of a crawl; `previous` is what the last run's visit brought. Rejects when it is not the page that is at fault. */
export async function visitPage(
  context: ScraperContext,
  visitor: Visitor,
  { page, previous }: { page: WaitingPage; previous: PageFetch | undefined },
  signal: AbortSignal,
): Promise<VisitOutcome> {
  const { etag, lastModified } = previous ?? {};
  const url = new URL(page.url);
  const conditions = { ...(etag && { etag }), ...(lastModified && { lastModified }) };
  const request = {
    ...optionsFor(visitor.options, visitor.headerSource, url),
    url,
    fresh: true,
    ...conditions,
  };
  try {
    const scraped = await fetchPolitely(context, visitor.scraper, request, signal);
    const identity = page.identity ?? page.url;
    if (scraped.kind === 'unchanged') return { kind: 'unchanged', page, identity, links: page.links };
    if (scraped.kind === 'page') {
      const outcome = toOutcome(visitor, page, scraped);
      const isSame = outcome.kind === 'page' && outcome.contentHash === previous?.contentHash;
      return isSame ? { kind: 'unchanged', page, identity, links: outcome.links } : outcome;
    }
    // It is fetched, stored and parsed like any other file. Its connection is let go of once its body was begun, and left.
    for await (const _ of scraped.body) break;
    return { kind: 'file', page, identity: page.url };
  } catch (cause) {
    const error = AppError.from(cause);
    if (!isOfPage(error)) throw error;
    // That a site shows its robots fewer pages than its readers is no failure.
    if (error.code === 'PAGE_BLOCKED_BY_ROBOTS' && page.url !== visitor.start)
      return { kind: 'elsewhere', page };
    return { kind: 'failed', page, error };
  }
}
