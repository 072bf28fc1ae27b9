export type { ScrapeRequest, ScrapeResult, ScrapingContext, WebScraper } from './provider.ts';
export { openWebScraper, type WebScraperConfig, webScraperConfig } from './registry.ts';
