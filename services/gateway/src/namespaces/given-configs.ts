import type { NamespaceConfigs } from '@docfleet/domain/namespace';
import { invalidInput } from '@docfleet/errors/issues';
import { z } from 'zod';
import type { GatewayContext } from '../http/context.ts';
import { coreConfigNames, coreConfigs, optionalConfigs } from './namespace-config.ts';

/** Configurations of a new namespace, all optional. */
export const givenConfigs = {
  ...z.strictObject(coreConfigs).partial().shape,
  ...z.strictObject(optionalConfigs).partial().shape,
};

type Defaults = Pick<GatewayContext, 'defaultConfigs' | 'defaultScraper'>;

/** Adds the operator's scraper to a namespace without one. */
function withScraper(configs: NamespaceConfigs, { defaultScraper }: Defaults): NamespaceConfigs {
  return defaultScraper && !configs.webScraperConfig
    ? { ...configs, webScraperConfig: defaultScraper }
    : configs;
}

/** Adds the operator's defaults to a namespace without any of the three; throws INVALID_REQUEST when it has some of them only. */
export function withDefaults(given: NamespaceConfigs, defaults: Defaults): NamespaceConfigs {
  const missing = coreConfigNames.filter((name) => !given[name]);
  if (missing.length === 0) return withScraper(given, defaults);
  if (missing.length === coreConfigNames.length && defaults.defaultConfigs)
    return withScraper({ ...defaults.defaultConfigs, ...given }, defaults);
  const hint = defaults.defaultConfigs ? ': send all three configurations, or none for the defaults' : '';
  const issues = missing.map((path) => ({ path, message: `is required${hint}` }));
  throw invalidInput(issues, { default: 'INVALID_REQUEST' });
}
