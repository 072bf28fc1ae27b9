import { providerConfig, redisSettings } from '@docfleet/pipeline/resources';
import { databaseConfig, publicAddressConfig, secretsConfig } from '@docfleet/runtime/config';
import { z } from 'zod';

export const operatorConfig = z.object({
  DATABASE_URL: databaseConfig.DATABASE_URL.optional(),
  DATABASE_POOL_SIZE: databaseConfig.DATABASE_POOL_SIZE,
  REDIS_URL: redisSettings.REDIS_URL.optional(),
  CACHE_REDIS_URL: redisSettings.CACHE_REDIS_URL,
  REDIS_PREFIX: redisSettings.REDIS_PREFIX,
  ...publicAddressConfig,
  ...secretsConfig,
  MASTER_KEY: secretsConfig.MASTER_KEY.optional(),
  ...providerConfig,
});

export type OperatorConfig = Readonly<z.output<typeof operatorConfig>>;
