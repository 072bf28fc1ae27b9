import { AppError } from '@docfleet/errors';
import { apiKey } from '@docfleet/provider';
import { limits } from '@docfleet/runtime/config';
import { z } from 'zod';
import { requirePageStatus } from '../../page/read-page.ts';
import { pageTooLarge } from '../../page/response-body.ts';
import { defineScrapingProvider, type ScrapingContext } from '../../provider.ts';
import type { ScrapedPage, ScrapeRequest } from '../../scraped-page.ts';
import {
  createRequest,
  parseResponse,
  requestDeadlineMs,
  type Vendor,
  type VendorResponse,
} from '../../vendor-client.ts';

const publicUrl = 'https://api.firecrawl.dev';
/** The vendor times out a little before we do, so that it can say why. */
const vendorTimeoutMs = requestDeadlineMs - 10_000;

/** Several elements of a page may hold the same thing: then it is a list. */
const oneOrMore = z
  .union([z.string(), z.array(z.string()).transform(([first]) => first)])
  .nullish()
  .catch(undefined);

const reply = z.object({
  success: z.literal(true),
  data: z.object({
    markdown: z.string().nullish(),
    rawHtml: z.string().nullish(),
    metadata: z
      .object({
        title: oneOrMore,
        url: oneOrMore,
        statusCode: z.int().optional(),
        error: z.string().nullish(),
      })
      .optional(),
  }),
});
function bodyOf({ url, includeSelectors, excludeSelectors, headers, fresh }: ScrapeRequest): string {
  const isSelected = includeSelectors.length + excludeSelectors.length > 0;
  return JSON.stringify({
    url: url.href,
    formats: [{ type: 'markdown' }, { type: 'rawHtml' }],
    onlyMainContent: !isSelected,
    includeTags: includeSelectors,
    excludeTags: excludeSelectors,
    headers,
    timeout: vendorTimeoutMs,
    skipTlsVerification: false,
    // By default, pages of two days ago are returned.
    ...(fresh && { maxAge: 0 }),
  });
}

/** Success only means that the vendor got an answer; the page's own status is within. */
async function readResponse(
  answer: VendorResponse,
  { vendor, reader }: { vendor: Vendor; reader: ScrapingContext['reader'] },
  request: ScrapeRequest,
  signal: AbortSignal,
): Promise<ScrapedPage> {
  const { markdown, rawHtml, metadata } = parseResponse(vendor, answer, reply).data;
  const finalUrl = URL.parse(metadata?.url ?? '') ?? request.url;
  requirePageStatus(metadata?.statusCode ?? 200, finalUrl);
  if (!markdown?.trim())
    throw new AppError('PAGE_EMPTY', 'The page has no text, or none that the selectors match');
  const bytes = Buffer.from(rawHtml ?? '');
  if (Math.max(bytes.length, markdown.length) > limits.pageBytes) throw pageTooLarge(finalUrl);
  const facts = await reader.readFacts({ bytes, charset: 'utf-8', finalUrl, robotsTags: [] }, signal);
  const title = facts.title ?? metadata?.title ?? undefined;
  return { kind: 'page', finalUrl, ...facts, title, markdown };
}

/** Firecrawl, which returns a PDF as Markdown of its own making: https://docs.firecrawl.dev/api-reference/endpoint/scrape */
export const firecrawl = defineScrapingProvider(
  z.strictObject({ provider: z.literal('FIRECRAWL'), apiKey }).meta({ title: 'Firecrawl' }),
  ({ apiKey }, context) => {
    const vendor = { name: 'Firecrawl', apiKey };
    const ask = createRequest(vendor, context);
    const base = context.endpoints?.firecrawl ?? publicUrl;
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    return {
      async scrape(request, signal) {
        const init = { method: 'POST', headers, body: bodyOf(request) };
        // 403 is for sites that the vendor does not visit; a key that it does not know gets 401.
        const page = { url: request.url, statuses: { 403: 'unvisited' } } as const;
        const answer = await ask({ url: `${base}/v2/scrape`, init, signal, page });
        return readResponse(answer, { vendor, reader: context.reader }, request, signal);
      },
      async check(signal) {
        // 404: an account that has no such figure, but is one.
        const accepts = ({ status }: Response) => status === 200 || status === 404;
        await ask({ url: `${base}/v2/team/credit-usage`, init: { headers }, signal, accepts });
      },
    };
  },
);
