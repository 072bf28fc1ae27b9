import type { StubResponse } from '../stub-server.ts';
import { bearerOf, fieldOf } from './embedding-emulator.ts';
import { siteHtml, siteMarkdown } from './scraped-site.ts';
import {
  type ScrapingEmulator,
  type ScrapingEmulatorOptions,
  type ScrapingVendor,
  startScrapingEmulator,
} from './scraping-emulator.ts';

// https://docs.firecrawl.dev/api-reference/v2-openapi.json
const says = (error: string) => ({ success: false, error });
const refuse = (status: number, error: string): StubResponse => ({ status, body: says(error) });
const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

const vendor: ScrapingVendor = {
  refusal: (status) =>
    status === 402 ? { error: 'Payment required to access this resource.' } : says(`Refused with ${status}`),
  read(request, accepts) {
    const key = bearerOf(request);
    if (!key || !accepts(key)) return refuse(401, 'Unauthorized: Invalid token');
    if (request.path === '/v2/team/credit-usage')
      return { body: { success: true, data: { remainingCredits: 1_000, planCredits: 500_000 } } };
    if (request.method !== 'POST' || request.path !== '/v2/scrape') return refuse(404, 'Not found');
    const url = URL.parse(String(fieldOf(request, 'url')));
    if (!url) return refuse(400, 'Invalid URL');
    const timeout = Number(fieldOf(request, 'timeout') ?? 60_000);
    if (timeout < 1_000 || timeout > 300_000) return refuse(400, 'timeout must be between 1000 and 300000');
    return {
      url,
      include: texts(fieldOf(request, 'includeTags')),
      exclude: texts(fieldOf(request, 'excludeTags')),
    };
  },
  /** Returns a success, regardless of the status of the page's own server; a title that occurs twice in the page is a list. */
  answer({ url, page, include, exclude }) {
    const statusCode = page ? (page.status ?? 200) : 404;
    const title = page ? [`${page.title} | Site`, page.title] : 'Not Found';
    const metadata = { title, sourceURL: url.href, url: url.href, statusCode, contentType: 'text/html' };
    const shown = page ?? { title: 'Not Found', parts: { text: 'Nothing is here.' } };
    const markdown = siteMarkdown(shown, include, exclude);
    return { body: { success: true, data: { markdown, rawHtml: siteHtml(shown), metadata } } };
  },
};

/** Starts Firecrawl's API at `<url>/v2`, which reports success for every page. */
export const startFirecrawlEmulator = (options: ScrapingEmulatorOptions = {}): Promise<ScrapingEmulator> =>
  startScrapingEmulator(vendor, options);
