import type { Egress } from '@docfleet/egress';
import { type OperatorSettings, type Provider, providersOf } from '@docfleet/provider';
import type { WebReader } from './reading/web-reader.ts';
import type { ScrapedPage, ScrapeRequest, Validators } from './scraped-page.ts';

export interface ScrapedFile extends Validators {
  readonly kind: 'file';
  readonly finalUrl: URL;
  /** Media type in lower case, with its parameters. */
  readonly contentType: string;
  readonly fileName: string;
  /** Content, to be read once; leaving it early ends the request. */
  readonly body: AsyncIterable<Uint8Array>;
}

export type ScrapeResult = ScrapedPage | ScrapedFile | { readonly kind: 'unchanged' };

/** Reads pages. Never retries: the queue does. */
export interface WebScraper {
  /**
   * Rejects with a code of pages (PAGE_NOT_FOUND, PAGE_FORBIDDEN, PAGE_UNAVAILABLE, PAGE_UNREACHABLE, PAGE_TOO_LARGE, PAGE_EMPTY and
   * others) where the page is at fault, with PROVIDER_REJECTED (naming the setting), PROVIDER_RATE_LIMITED or PROVIDER_UNAVAILABLE
   * where the vendor is, and with INVALID_SCRAPE_OPTIONS for unsupported options. Once `signal` is aborted: with its reason.
   */
  scrape(request: ScrapeRequest, signal: AbortSignal): Promise<ScrapeResult>;
}

export interface ScrapingContext {
  readonly egress: Egress;
  readonly reader: WebReader;
  /** The operator's stand-ins for the vendors' public addresses (a proxy, an emulator): never a tenant's. */
  readonly endpoints?: { readonly firecrawl?: string; readonly jina?: string; readonly scrapingbee?: string };
  /** Milliseconds for a vendor's whole response; `requestDeadlineMs` by default. */
  readonly deadlineMs?: number;
  /** Settings of the operator, of which each provider reads its own. */
  readonly settings?: OperatorSettings | undefined;
}

export interface OpenedScraper extends WebScraper {
  /** Asks the vendor, at no cost where it has such a question, whether it knows the key; rejects as `scrape` does. */
  check(signal: AbortSignal): Promise<void>;
}

export type ScrapingProvider = Provider<ScrapingContext, OpenedScraper>;

/** Declares a provider: the strict schema of its configuration, and how to open it. */
export const defineScrapingProvider = providersOf<ScrapingContext, OpenedScraper>();
