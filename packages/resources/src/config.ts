import {
  databaseConfig,
  egressConfig,
  intakeConfig,
  internalConfig,
  logConfig,
  redisConfig,
  scrapingConfig,
  secretsConfig,
  storageConfig,
  tracingConfig,
} from '@docfleet/config';
import type { z } from 'zod';

/** The settings of what namespaces' own stores and models are reached with. */
export const providerConfig = { ...egressConfig, ...storageConfig, ...scrapingConfig };

export type ProviderConfig = z.output<z.ZodObject<typeof providerConfig>>;

/** The settings of what every service opens. */
export const resourcesConfig = {
  ...databaseConfig,
  ...intakeConfig,
  ...redisConfig,
  ...logConfig,
  ...internalConfig,
  ...tracingConfig,
  ...secretsConfig,
  ...providerConfig,
};

export type ResourcesConfig = z.output<z.ZodObject<typeof resourcesConfig>>;
