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

/** Adds the operator's default for each of the three that a namespace does not bring; throws INVALID_REQUEST where there is none. */
export function withDefaults(given: NamespaceConfigs, defaults: Defaults): NamespaceConfigs {
  const configs = { ...defaults.defaultConfigs, ...given };
  const missing = coreConfigNames.filter((name) => !configs[name]);
  if (missing.length === 0) return withScraper(configs, defaults);
  const issues = missing.map((path) => ({ path, message: 'is required' }));
  throw invalidInput(issues, { default: 'INVALID_REQUEST' });
}
