export { pageFromHtml } from './page/page-from-html.ts';
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
