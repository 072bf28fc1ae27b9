import type { NamespaceConfigs } from '@docfleet/domain/namespace';
import { invalidInput } from '@docfleet/errors/issues';
import { z } from 'zod';
import type { GatewayContext } from '../http/context.ts';
import { coreConfigNames, coreConfigs, optionalConfigs } from './namespace-config.ts';

/** The configurations of a namespace that is to be, all of which may be left out. */
export const givenConfigs = {
  ...z.strictObject(coreConfigs).partial().shape,
  ...z.strictObject(optionalConfigs).partial().shape,
};

type Defaults = Pick<GatewayContext, 'defaultConfigs' | 'defaultScraper'>;

/** The operator's scraper for a namespace that brings none. */
function withScraper(configs: NamespaceConfigs, { defaultScraper }: Defaults): NamespaceConfigs {
  return defaultScraper && !configs.webScraperConfig
    ? { ...configs, webScraperConfig: defaultScraper }
    : configs;
}

/** The operator's defaults for a namespace that brings none of the three; throws when it brings some of them. */
export function withDefaults(given: NamespaceConfigs, defaults: Defaults): NamespaceConfigs {
  const missing = coreConfigNames.filter((name) => !given[name]);
  if (missing.length === 0) return withScraper(given, defaults);
  if (missing.length === coreConfigNames.length && defaults.defaultConfigs)
    return withScraper({ ...defaults.defaultConfigs, ...given }, defaults);
  const hint = defaults.defaultConfigs ? ': send all three configurations, or none for the defaults' : '';
  const issues = missing.map((path) => ({ path, message: `is required${hint}` }));
  throw invalidInput(issues, { default: 'INVALID_REQUEST' });
}
