export { pageAddress } from './page-address.ts';
export type {
  OpenedScraper,
  ScrapedFile,
  ScrapedPage,
  ScrapeRequest,
  ScrapeResult,
  ScrapingContext,
  WebScraper,
} from './provider.ts';
export { openWebScraper, webScraperConfig } from './registry.ts';
export { createRobotsReader, type Robots, type RobotsReader } from './robots/robots.ts';
export { readSitemap, type SitemapFinding } from './sitemap/read-sitemap.ts';
export { userAgent } from './user-agent.ts';
export { isVideoAddress } from './video-address.ts';
