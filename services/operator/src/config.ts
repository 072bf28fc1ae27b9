import { databaseConfig, secretsConfig } from '@docfleet/config';
import { providerConfig } from '@docfleet/resources';
import { z } from 'zod';

export const operatorConfig = z.object({
  DATABASE_URL: databaseConfig.DATABASE_URL.optional(),
  ...secretsConfig,
  MASTER_KEY: secretsConfig.MASTER_KEY.optional(),
  ...providerConfig,
});

export type OperatorConfig = Readonly<z.output<typeof operatorConfig>>;
