import { type DeletionLimits, deletionLimitsOf, deletionSettings } from '@docfleet/domain/deletion';
import { resourcesConfig } from '@docfleet/pipeline/resources';
import { commaSeparated } from '@docfleet/runtime/config';
import { z } from 'zod';

const positive = z.coerce.number().int().positive();

export const scraperSettings = {
  ...deletionSettings,
  SCRAPE_CONCURRENCY: positive
    .default(32)
    .describe('Pages a scraper fetches at once, and the most that one crawl fetches at once'),
  SCRAPE_HOST_CONCURRENCY: positive
    .default(4)
    .describe('Pages of one host that all scrapers together fetch at once'),
  SCRAPE_HOST_REFUSAL_TIMEOUT_SECONDS: positive
    .default(900)
    .describe('Seconds for which a host may refuse everything for the moment before its pages fail'),
  DISCOVER_CONCURRENCY: positive.default(4).describe('Sitemaps and websites a scraper reads at once'),
  YOUTUBE_API_KEY: z
    .string()
    .optional()
    .describe('Key of the YouTube Data API: with it playlists and channels are listed whole'),
  YOUTUBE_LANGUAGES: commaSeparated.describe('Languages of transcripts, the most wanted first: de,en'),
  YOUTUBE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of a relay of your own for YouTube and its Data API'),
};

export const scraperConfig = z.object({ ...resourcesConfig, ...scraperSettings });

/** Settings of the scraper, parsed. */
export interface ScraperSettings {
  readonly pagesAtOnce: number;
  readonly pagesOfHostAtOnce: number;
  readonly hostRefusalTimeoutMs: number;
  readonly sourcesAtOnce: number;
  readonly deletionLimits: DeletionLimits;
  readonly youtube: {
    readonly dataApiKey: string | undefined;
    readonly languages: readonly string[];
    readonly site: string | undefined;
  };
}

export function scraperSettingsOf(config: z.output<z.ZodObject<typeof scraperSettings>>): ScraperSettings {
  return {
    pagesAtOnce: config.SCRAPE_CONCURRENCY,
    pagesOfHostAtOnce: config.SCRAPE_HOST_CONCURRENCY,
    hostRefusalTimeoutMs: config.SCRAPE_HOST_REFUSAL_TIMEOUT_SECONDS * 1_000,
    sourcesAtOnce: config.DISCOVER_CONCURRENCY,
    deletionLimits: deletionLimitsOf(config),
    youtube: {
      dataApiKey: config.YOUTUBE_API_KEY,
      languages: config.YOUTUBE_LANGUAGES,
      site: config.YOUTUBE_URL,
    },
  };
}
