import { apiKey } from '@docfleet/provider';
import { limits } from '@docfleet/runtime/config';
import { z } from 'zod';
import { fileNameOf } from '../../page/file-name.ts';
import { requirePageStatus } from '../../page/read-page.ts';
import { charsetOf, readUpTo, seeBody, typeOf } from '../../page/response-body.ts';
import { defineScrapingProvider, type ScrapeResult, type ScrapingContext } from '../../provider.ts';
import { requirePage } from '../../reading/web-reader.ts';
import type { ScrapeRequest } from '../../scraped-page.ts';
import { createRequest, type VendorResponse } from '../../vendor-client.ts';

const publicUrl = 'https://app.scrapingbee.com/api/v1';
const vendorTimeoutMs = 80_000;

/** The key travels in the query: this address must never be logged or shown. */
function addressOf(base: string, key: string, { url, headers }: ScrapeRequest): string {
  const query = new URLSearchParams({
    api_key: key,
    url: url.href,
    render_js: 'true',
    transparent_status_code: 'true',
    timeout: String(vendorTimeoutMs),
    ...(Object.keys(headers).length > 0 && { forward_headers: 'true' }),
  });
  return `${base}/?${query}`;
}

/** Headers for the page carry a prefix; others are for the vendor. */
const forwarded = (headers: ScrapeRequest['headers']) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [`Spb-${name}`, value]));

/** Headers of the page's own answer, which come with the same prefix. */
function pageHeaders(headers: Headers): Headers {
  const own = [...headers].filter(([name]) => name.startsWith('spb-'));
  return new Headers(own.map(([name, value]) => [name.slice('spb-'.length), value]));
}

async function readResponse(
  answer: VendorResponse,
  request: ScrapeRequest,
  { reader, signal }: Pick<ScrapingContext, 'reader'> & { readonly signal: AbortSignal },
): Promise<ScrapeResult> {
  const headers = pageHeaders(answer.headers);
  const finalUrl = URL.parse(headers.get('resolved-url') ?? '') ?? request.url;
  requirePageStatus(answer.status, finalUrl, headers);
  const contentType = typeOf(headers) || typeOf(answer.headers);
  const seen = await seeBody({ body: single(answer.body), finalUrl }, contentType);
  if (seen.kind === 'file') return { ...seen, finalUrl, fileName: fileNameOf(headers, finalUrl) };
  const bytes = await readUpTo(limits.pageBytes, seen.body, finalUrl);
  const robotsTags = [headers.get('x-robots-tag') ?? ''];
  const html = { bytes, charset: charsetOf(contentType), finalUrl, robotsTags };
  return requirePage(await reader.readPage(html, request, signal));
}

async function* single(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** ScrapingBee, which only fetches pages: selectors and main content are docfleet's. https://www.scrapingbee.com/documentation/ */
export const scrapingbee = defineScrapingProvider(
  z.strictObject({ provider: z.literal('SCRAPINGBEE'), apiKey }).meta({ title: 'ScrapingBee' }),
  ({ apiKey }, context) => {
    const vendor = { name: 'ScrapingBee', apiKey };
    const ask = createRequest(vendor, context);
    const base = context.endpoints?.scrapingbee ?? publicUrl;
    return {
      async scrape(request, signal) {
        const init = { headers: forwarded(request.headers) };
        // Without it the status is not that of the page, but the vendor's own.
        const accepts = ({ headers }: Response) => headers.has('spb-initial-status-code');
        const answer = await ask({ url: addressOf(base, apiKey, request), init, signal, accepts });
        return readResponse(answer, request, { reader: context.reader, signal });
      },
      async check(signal) {
        await ask({ url: `${base}/usage?${new URLSearchParams({ api_key: apiKey })}`, init: {}, signal });
      },
    };
  },
);
