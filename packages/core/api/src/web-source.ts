import type { NamespaceConfigs } from '@docfleet/domain/namespace';
import { isSameSite } from '@docfleet/egress';
import { AppError } from '@docfleet/errors';
import { areHarmless, pageAddress, selectorFault } from '@docfleet/scraping';
import { z } from 'zod';
import { metadata } from './metadata-filter.ts';

const maxUrlLength = 2_048;
const maxSelectors = 50;
const maxHeaders = 50;
const maxPaths = 100;

const hasCredentials = (address: string) => {
  const url = URL.parse(address);
  return url !== null && (url.username !== '' || url.password !== '');
};

/** Address of a page: absolute, without user name and password. */
export const webUrl = z
  .string()
  .max(maxUrlLength)
  .refine((address) => pageAddress(address.trim()) !== undefined, { error: 'must be an http or https URL' })
  .refine((address) => !hasCredentials(address), { error: 'must not hold a user or a password' })
  .transform((address) => address.trim());

const selector = z
  .string()
  .min(1)
  .max(500)
  .superRefine((text, context) => {
    const fault = selectorFault(text);
    if (fault !== undefined)
      context.addIssue({ code: 'custom', message: `is no CSS selector that can be used: ${fault}` });
  });
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, {
  error: 'has a name that no header can have',
});
/** Headers that the HTTP client sets; callers may not. */
const reservedHeaders =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/i;
const headerValue = z
  .string()
  .max(4_000)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: 'must be characters that a header can hold' });

const scrapeOptions = z
  .strictObject({
    includeSelectors: z
      .array(selector)
      .max(maxSelectors)
      .optional()
      .describe('CSS selectors: only what they match is read'),
    excludeSelectors: z
      .array(selector)
      .max(maxSelectors)
      .optional()
      .describe('CSS selectors: what they match is left out'),
    headers: z
      .record(headerName, headerValue)
      .refine((headers) => Object.keys(headers).length <= maxHeaders, {
        error: `must not be more than ${maxHeaders}`,
      })
      .refine((headers) => !Object.keys(headers).some((name) => reservedHeaders.test(name)), {
        error: 'must not hold headers of the connection, like Host',
      })
      .optional()
      .describe(
        'Sent with every request to the origin of the source, or of the URLs of a list, which then are of one site, at each resync too; never to another site, but for Accept, Accept-Language and User-Agent',
      ),
  })
  .meta({ id: 'ScrapeOptions', examples: [{ includeSelectors: ['main'], excludeSelectors: ['.ads'] }] });

const path = z.string().min(1).max(500);
const paths = z.array(path).max(maxPaths);

/** Fields that the configurations of a sitemap and of a website share. */
const siteFields = {
  url: webUrl,
  includePaths: paths
    .optional()
    .describe(
      'Keeps only URLs whose path or query contains one of the texts, compared as people read them: `/über/`. `*` stands for any text; a text that begins with http is a beginning of the whole URL',
    ),
  excludePaths: paths
    .optional()
    .describe('Drops every URL that one of the texts matches in the way of `includePaths`'),
  scrapeOptions: scrapeOptions.optional(),
  metadata: metadata.optional(),
};

const maxUrls = 1_000;

/** Returns the hosts of a list, except the host of its first address. */
const otherHosts = ([first, ...others]: readonly string[]) => {
  const site = URL.parse(first ?? '');
  const addresses = others.flatMap((address) => URL.parse(address) ?? []);
  return site ? addresses.filter((url) => !isSameSite(site, url)).map(({ host }) => host) : [];
};

/** Field `config` of a list of addresses: the pages, how they are scraped and their metadata. */
export const urlListConfig = z
  .strictObject({
    urls: z.array(webUrl).min(1).max(maxUrls),
    scrapeOptions: scrapeOptions.optional(),
    metadata: metadata.optional(),
  })
  .superRefine(({ urls, scrapeOptions: { headers = {} } = {} }, context) => {
    const [other] = areHarmless(headers) ? [] : otherHosts(urls);
    if (other === undefined) return;
    context.addIssue({
      code: 'custom',
      path: ['scrapeOptions', 'headers'],
      message: `would go to ${other} as well as to the site of the first URL: send a request for each site`,
    });
  });

const maxSitemapPages = 1_000_000;

/** Field `config` of a sitemap: its address, filters and page limit. */
export const sitemapConfig = z.strictObject({
  ...siteFields,
  maxLinks: z.int().min(1).max(maxSitemapPages).default(1_000).describe('Most pages that are read'),
});

const maxSitePages = 100_000;

/** Field `config` of a website: its start page, filters, depth and page limit. */
export const websiteConfig = z.strictObject({
  ...siteFields,
  maxDepth: z.int().min(1).max(5).default(3).describe('Most links between the start and a page'),
  maxLinks: z.int().min(1).max(maxSitePages).default(100).describe('Most pages that are visited'),
});

/** Error codes of web routes for their invalid fields. */
export const invalidWebSource = {
  default: 'INVALID_INGEST_CONFIG',
  'ingestConfig.chunkConfig': 'INVALID_CHUNK_CONFIG',
  'ingestConfig.config.scrapeOptions': 'INVALID_SCRAPE_OPTIONS',
} as const;

/** Checks that a namespace can read pages; throws WEB_SCRAPER_CONFIG_NOT_SET. */
export function requireScraper(configs: NamespaceConfigs): void {
  if (configs.webScraperConfig) return;
  throw new AppError(
    'WEB_SCRAPER_CONFIG_NOT_SET',
    'The namespace has no webScraperConfig: set one with PATCH /v1/namespaces/{namespaceId}',
  );
}
