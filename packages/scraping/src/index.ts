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
export { pageAddress } from './page-address.ts';
export { isVideoAddress } from './video-address.ts';
