import { sourceHeaders } from '@docfleet/scraping';
import { z } from 'zod';

/** The `scrapeOptions` of a request as they are stored with its job; parsed once more, as stored data is data. */
const scrapeOptions = z.object({
  includeSelectors: z.array(z.string()).default([]),
  excludeSelectors: z.array(z.string()).default([]),
  headers: z.record(z.string(), z.string()).default({}).readonly(),
});
export type ScrapeOptions = z.output<typeof scrapeOptions>;

export const parseScrapeOptions = (stored: unknown): ScrapeOptions => scrapeOptions.parse(stored ?? {});

/** The options for one address; `source` is what its headers are bound to. */
export const optionsFor = (options: ScrapeOptions, source: URL | null, url: URL): ScrapeOptions => ({
  ...options,
  headers: sourceHeaders(options.headers, source, url),
});

/** The `config` of a job whose source is on the web. */
const sourceConfig = z.object({
  urls: z.array(z.string()).default([]),
  url: z.string().default(''),
  maxDepth: z.number().default(3),
  maxLinks: z.number().default(1_000),
  includePaths: z.array(z.string()).default([]),
  excludePaths: z.array(z.string()).default([]),
  scrapeOptions: z.unknown().optional(),
  metadata: z.record(z.string(), z.unknown()).default({}),
});
export type SourceConfig = z.output<typeof sourceConfig>;

export const parseSourceConfig = (stored: unknown): SourceConfig => sourceConfig.parse(stored);

/** The address that headers of a source are bound to: of a list, whose addresses are of one site where it has secret headers, the first. */
export const headerSource = ({ url, urls }: Pick<SourceConfig, 'url' | 'urls'>): URL | null =>
  URL.parse(url || urls[0] || '');
