import { databaseConfig, secretsConfig, storageConfig } from '@docfleet/config';
import { z } from 'zod';

export const operatorConfig = z.object({
  DATABASE_URL: databaseConfig.DATABASE_URL.optional(),
  DATA_DIR: storageConfig.DATA_DIR,
  ...secretsConfig,
  MASTER_KEY: secretsConfig.MASTER_KEY.optional(),
});

export type OperatorConfig = Readonly<z.output<typeof operatorConfig>>;
