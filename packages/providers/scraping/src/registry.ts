import { createRegistry } from '@docfleet/provider';
import { builtin } from './providers/builtin/index.ts';
import { firecrawl } from './providers/firecrawl/index.ts';
import { jina } from './providers/jina/index.ts';
import { scrapingbee } from './providers/scrapingbee/index.ts';

/** To add a provider: write its folder, then name it here. */
const registry = createRegistry('provider', [firecrawl, jina, scrapingbee, builtin]);

/** A namespace's `webScraperConfig`, as requests have it and as it is stored. */
export const webScraperConfig = registry.config;

/** Names of the providers, as `provider` has them. */
export const webScraperProviders = registry.names;

/** Opens the scraper of a stored configuration. Throws a ZodError when it names none. */
export const openWebScraper = registry.open;

export const { providers } = registry;

/** The operator's settings of all providers. */
export const scraperSettings = registry.settings;
