import { AppError } from '@docfleet/errors';
import type { WebScraper } from '@docfleet/scraping';
import type { NamespaceProviders } from './namespace-providers.ts';

/** The namespace's scraper; throws WEB_SCRAPER_CONFIG_NOT_SET where it has none. */
export function requireWebScraper({ webScraper }: Pick<NamespaceProviders, 'webScraper'>): WebScraper {
  if (webScraper) return webScraper;
  throw new AppError(
    'WEB_SCRAPER_CONFIG_NOT_SET',
    'The namespace has no webScraperConfig; set one, for example { "provider": "BUILTIN" }',
    { details: { setting: 'webScraperConfig' } },
  );
}
