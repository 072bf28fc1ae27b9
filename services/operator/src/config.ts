import { providerConfig } from '@docfleet/pipeline/resources';
import { databaseConfig, secretsConfig } from '@docfleet/runtime/config';
import { z } from 'zod';

export const operatorConfig = z.object({
  DATABASE_URL: databaseConfig.DATABASE_URL.optional(),
  ...secretsConfig,
  MASTER_KEY: secretsConfig.MASTER_KEY.optional(),
  ...providerConfig,
});

export type OperatorConfig = Readonly<z.output<typeof operatorConfig>>;
