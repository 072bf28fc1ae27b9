import { harmlessHeaders, isSameSite } from '@docfleet/egress';
import type { NotRead } from '@docfleet/text/not-read';

type Headers = Readonly<Record<string, string>>;

const isHarmless = (name: string) => harmlessHeaders.includes(name.toLowerCase());

/** Tests whether headers may go to any site: they identify no caller. */
export const areHarmless = (headers: Headers): boolean => Object.keys(headers).every(isHarmless);

/**
 * The headers of a source for one address. They are secrets that belong to the source: they go to its origin and to its HTTPS form alone.
 * `source` is the first address of a list, and null where nothing is known of it; harmless ones, such as a language, go everywhere.
 */
export const sourceHeaders = (headers: Headers, source: URL | null, url: URL): Headers =>
  source !== null && isSameSite(source, url)
    ? headers
    : Object.fromEntries(Object.entries(headers).filter(([name]) => isHarmless(name)));

/** Address of a page to fetch, with options and headers. */
export interface ScrapeRequest {
  readonly url: URL;
  readonly includeSelectors: readonly string[];
  readonly excludeSelectors: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Nothing from a vendor's cache: the page is asked for because it may have changed. */
  readonly fresh: boolean;
  /** ETag of the last visit, for a conditional request. */
  readonly etag?: string;
  readonly lastModified?: string;
  /** Called with each further address before it is requested; an error thrown here ends the visit. */
  readonly mayVisit?: (url: URL) => Promise<void>;
}

/** Validators of the response, for the conditional request of the next visit. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

export interface ScrapedPage extends Validators {
  readonly kind: 'page';
  /** Address after redirects. */
  readonly finalUrl: URL;
  /** Address that the page itself states as its own; undefined when it states none. */
  readonly canonicalUrl: URL | undefined;
  readonly title: string | undefined;
  readonly markdown: string;
  /** The parts of its content that the Markdown lacks; undefined where that is not known. */
  readonly notRead?: readonly NotRead[];
  /** The page as received; undefined from vendors that return its text alone. */
  readonly html?: { readonly bytes: Uint8Array; readonly charset?: string | undefined };
  /** Absolute, http(s), without fragments and rel=nofollow, in the order of the document, each once. */
  readonly links: readonly URL[];
  readonly mayIndex: boolean;
  readonly mayFollow: boolean;
  /** Whether it asks for a password; undefined where that is not known. */
  readonly hasPasswordField?: boolean;
}
