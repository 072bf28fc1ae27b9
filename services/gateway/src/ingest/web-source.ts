import { metadata } from '@docfleet/api/metadata';
import { pageAddress, selectorFault } from '@docfleet/scraping';
import { z } from 'zod';

const maxUrlLength = 2_048;
const maxSelectors = 50;
const maxHeaders = 50;
const maxPaths = 100;

const hasCredentials = (address: string) => {
  const url = URL.parse(address);
  return url !== null && (url.username !== '' || url.password !== '');
};

/** An address of the web: absolute, without a user and a password. */
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
/** Set by the HTTP client, not by callers. */
const reservedHeaders =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/i;
const headerValue = z
  .string()
  .max(4_000)
  .regex(/^[\t\x20-\x7e\x80-\xff]*$/, { error: 'must be characters that a header can hold' });

export const scrapeOptions = z
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

/** What a sitemap and a website have in common. */
export const siteFields = {
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

/** How routes of the web name what is wrong. */
export const invalidWebSource = {
  default: 'INVALID_INGEST_CONFIG',
  'ingestConfig.chunkConfig': 'INVALID_CHUNK_CONFIG',
  'ingestConfig.config.scrapeOptions': 'INVALID_SCRAPE_OPTIONS',
} as const;
