import { AppError } from '@docfleet/errors';
import { apiKey } from '@docfleet/provider';
import { limits } from '@docfleet/runtime/config';
import { z } from 'zod';
import { readRobots } from '../../page/page-facts.ts';
import { requirePageStatus } from '../../page/read-page.ts';
import { pageTooLarge } from '../../page/response-body.ts';
import { webAddress } from '../../page-address.ts';
import { defineScrapingProvider } from '../../provider.ts';
import type { ScrapedPage, ScrapeRequest } from '../../scraped-page.ts';
import { createRequest, parseResponse, type Vendor, type VendorResponse } from '../../vendor-client.ts';

const publicUrl = 'https://r.jina.ai';
const vendorTimeoutSeconds = 60;

const addresses = z.union([
  z.record(z.string(), z.string()).transform((links) => Object.values(links)),
  z.array(z.tuple([z.string(), z.string()])).transform((links) => links.map(([, address]) => address)),
]);
const reply = z.object({
  data: z.object({
    title: z.string().nullish(),
    url: z.string(),
    content: z.string(),
    warning: z.string().nullish(),
    links: addresses.optional().catch(undefined),
    metadata: z.record(z.string(), z.unknown()).optional().catch(undefined),
    external: z
      .object({ canonical: z.record(z.string(), z.unknown()).optional() })
      .optional()
      .catch(undefined),
  }),
});
/** 422 means that nothing was found, 451 that the vendor may not go there. */
const statuses = { 422: 'empty', 451: 'unvisited' } as const;

/** The vendor forwards no headers, but has settings for these. */
const headerSettings: Readonly<Record<string, string>> = {
  cookie: 'x-set-cookie',
  'user-agent': 'x-user-agent',
  referer: 'x-referer',
  'accept-language': 'x-locale',
};

/** A page's headers as the vendor takes them; throws INVALID_SCRAPE_OPTIONS for those that it cannot send. */
function jinaHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const setting = headerSettings[name.toLowerCase()];
      if (setting) return [setting, value];
      const takes = Object.keys(headerSettings).join(', ');
      throw new AppError(
        'INVALID_SCRAPE_OPTIONS',
        `JINA cannot send the header "${name}"; it takes ${takes}`,
        {
          details: { setting: 'scrapeOptions.headers' },
        },
      );
    }),
  );
}

function bodyOf({ url, includeSelectors, excludeSelectors }: ScrapeRequest): string {
  const isSelected = includeSelectors.length + excludeSelectors.length > 0;
  return JSON.stringify({
    url: url.href,
    // `content` looks for the main content; `markdown` takes what the selectors leave.
    respondWith: isSelected ? 'markdown' : 'content',
    ...(includeSelectors.length > 0 && { targetSelector: includeSelectors }),
    ...(excludeSelectors.length > 0 && { removeSelector: excludeSelectors }),
    timeout: vendorTimeoutSeconds,
    retainImages: 'alt',
    withLinksSummary: true,
  });
}

/** The status of the page's own server is stated in words only. */
function statusIn(warning: string | null | undefined): number {
  return Number(/returned error (\d{3})/i.exec(warning ?? '')?.[1] ?? 200);
}

function readResponse(answer: VendorResponse, vendor: Vendor, { url }: ScrapeRequest): ScrapedPage {
  const { data } = parseResponse(vendor, answer, reply);
  const finalUrl = webAddress(data.url, url) ?? url;
  requirePageStatus(statusIn(data.warning), finalUrl);
  if (!data.content.trim()) throw new AppError('PAGE_EMPTY', 'The page has no text');
  if (data.content.length > limits.pageBytes) throw pageTooLarge(finalUrl);
  const links = (data.links ?? [])
    .slice(0, limits.pageLinks)
    .flatMap((address) => webAddress(address, finalUrl) ?? []);
  const [canonical] = Object.keys(data.external?.canonical ?? {});
  return {
    kind: 'page',
    finalUrl,
    canonicalUrl: webAddress(canonical, finalUrl),
    title: data.title?.trim().slice(0, limits.pageTitleLength) || undefined,
    markdown: data.content,
    links: [...new Map(links.map((link) => [link.href, link])).values()],
    ...readRobots([String(data.metadata?.['robots'] ?? '')]),
  };
}

/** Jina's reader, which does not report which links are nofollow: https://github.com/jina-ai/reader */
export const jina = defineScrapingProvider(
  z.strictObject({ provider: z.literal('JINA'), apiKey }).meta({ title: 'Jina Reader' }),
  ({ apiKey }, context) => {
    const vendor = { name: 'Jina', apiKey };
    const ask = createRequest(vendor, context);
    const base = context.endpoints?.jina ?? publicUrl;
    const scrape = async (request: ScrapeRequest, signal: AbortSignal) => {
      const headers = {
        ...jinaHeaders(request.headers),
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${apiKey}`,
        ...(request.fresh && { 'x-no-cache': 'true' }),
      };
      const init = { method: 'POST', headers, body: bodyOf(request) };
      const answer = await ask({ url: `${base}/`, init, signal, page: { url: request.url, statuses } });
      return readResponse(answer, vendor, request);
    };
    return {
      scrape,
      /** There is no question about the key alone: the shortest page there is, from the vendor's cache. */
      async check(signal) {
        const url = new URL('https://example.com/');
        await scrape({ url, includeSelectors: [], excludeSelectors: [], headers: {}, fresh: false }, signal);
      },
    };
  },
);
