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

/** The settings of what every service opens. */
export const resourcesConfig = {
  ...databaseConfig,
  ...intakeConfig,
  ...redisConfig,
  ...logConfig,
  ...internalConfig,
  ...tracingConfig,
  ...secretsConfig,
  ...egressConfig,
  ...storageConfig,
  ...scrapingConfig,
};

export type ResourcesConfig = z.output<z.ZodObject<typeof resourcesConfig>>;
