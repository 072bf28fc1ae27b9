import { siteHtml } from './scraped-site.ts';
import {
  type ScrapingEmulator,
  type ScrapingEmulatorOptions,
  type ScrapingVendor,
  startScrapingEmulator,
} from './scraping-emulator.ts';

const prefixed = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [`Spb-${name}`, value]));

// https://www.scrapingbee.com/documentation/
const vendor: ScrapingVendor = {
  refusal: (status) => ({ message: `Refused with ${status}` }),
  read({ path, query }, accepts) {
    const key = query.get('api_key') ?? '';
    if (!accepts(key)) return { status: 401, body: { message: `Invalid api key: ${key}` } };
    if (path === '/api/v1/usage') return { body: { max_api_credit: 1_000, used_api_credit: 0 } };
    const url = URL.parse(query.get('url') ?? '');
    if (!url) return { status: 400, body: { errors: { url: ['Not a valid URL'] } } };
    return { url, include: [], exclude: [] };
  },
  /** Returns the page with its own status; its headers have a prefix. */
  answer({ url, page }) {
    const status = page ? (page.status ?? 200) : 404;
    const type = page?.file?.type ?? 'text/html; charset=utf-8';
    const headers = {
      'content-type': type,
      'Spb-cost': '5',
      'Spb-initial-status-code': String(status),
      'Spb-resolved-url': url.href,
      'Spb-content-type': type,
      ...prefixed(page?.headers ?? {}),
    };
    if (!page) return { status, headers, body: '<h1>Not Found</h1>' };
    return { status, headers, body: page.file?.content ?? siteHtml(page) };
  },
};

/** Starts ScrapingBee's HTML API at `<url>/api/v1`; the key is in the query. */
export const startScrapingBeeEmulator = (options: ScrapingEmulatorOptions = {}): Promise<ScrapingEmulator> =>
  startScrapingEmulator(vendor, options);
