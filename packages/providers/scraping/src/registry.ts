import { z } from 'zod';
import type { OpenedScraper, ScrapingContext } from './provider.ts';
import { builtin } from './providers/builtin/index.ts';
import { firecrawl } from './providers/firecrawl/index.ts';
import { jina } from './providers/jina/index.ts';
import { scrapingbee } from './providers/scrapingbee/index.ts';

/** To add a provider: write its folder, then name it here. */
export const providers = [firecrawl, jina, scrapingbee, builtin] as const;

type ConfigsOf<Providers extends readonly { readonly config: z.ZodType }[]> = {
  -readonly [Index in keyof Providers]: Providers[Index]['config'];
};

/** A namespace's `webScraperConfig`, as requests bring it and as it is stored. */
export const webScraperConfig = z.discriminatedUnion(
  'provider',
  // `map` forgets which config stands where.
  providers.map(({ config }) => config) as ConfigsOf<typeof providers>,
);

/** The names of the providers, as `provider` has them. */
export const webScraperProviders = providers.map(({ config }) => config.shape.provider.value);

const byName = new Map(providers.map((provider) => [provider.config.shape.provider.value, provider]));

/** Opens the scraper that a namespace's stored configuration describes; throws a ZodError when it describes none. */
export function openWebScraper(config: unknown, context: ScrapingContext): OpenedScraper {
  const { provider } = webScraperConfig.parse(config);
  // The union has exactly the providers of the map.
  return (byName.get(provider) as (typeof providers)[number]).open(config, context);
}
