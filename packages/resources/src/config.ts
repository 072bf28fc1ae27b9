import {
  databaseConfig,
  egressConfig,
  intakeConfig,
  logConfig,
  redisConfig,
  scrapingConfig,
  secretsConfig,
  storageConfig,
} from '@docfleet/config';
import type { z } from 'zod';

/** The settings of what every service opens. */
export const resourcesConfig = {
  ...databaseConfig,
  ...intakeConfig,
  ...redisConfig,
  ...logConfig,
  ...secretsConfig,
  ...egressConfig,
  ...storageConfig,
  ...scrapingConfig,
};

export type ResourcesConfig = z.output<z.ZodObject<typeof resourcesConfig>>;
