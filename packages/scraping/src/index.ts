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
export { isVideoAddress } from './video-address.ts';
