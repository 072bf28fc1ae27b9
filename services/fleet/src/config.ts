import { connectorSyncSettings } from '@docfleet/connector-sync';
import { embedderSettings } from '@docfleet/embedder';
import { gatewaySettings } from '@docfleet/gateway';
import { parserSettings } from '@docfleet/parser';
import { providerConfig, redisSettings } from '@docfleet/pipeline/resources';
import {
  admissionConfig,
  databaseConfig,
  internalConfig,
  logConfig,
  secretsConfig,
  tracingConfig,
} from '@docfleet/runtime/config';
import { schedulerSettings } from '@docfleet/scheduler';
import { scraperSettings } from '@docfleet/scraper';
import { webhookDispatcherSettings } from '@docfleet/webhook-dispatcher';
import { z } from 'zod';

/** The settings of all services together. What is unset of PostgreSQL, Redis and the master key, the fleet brings along. */
export const fleetConfig = z.object({
  ...logConfig,
  ...internalConfig,
  ...tracingConfig,
  ...providerConfig,
  ...admissionConfig,
  ...gatewaySettings,
  HOST: gatewaySettings.HOST.removeDefault()
    .default('127.0.0.1')
    .describe('Address that the API listens on; 0.0.0.0: every one of the machine'),
  ...parserSettings,
  ...scraperSettings,
  ...connectorSyncSettings,
  ...embedderSettings,
  ...schedulerSettings,
  ...webhookDispatcherSettings,
  ...databaseConfig,
  DATABASE_URL: databaseConfig.DATABASE_URL.optional(),
  ...redisSettings,
  REDIS_URL: redisSettings.REDIS_URL.optional(),
  ...secretsConfig,
  MASTER_KEY: secretsConfig.MASTER_KEY.optional(),
  NODE_ENV: z.string().optional().describe('In production the fleet makes no master key of its own'),
});

export type FleetConfig = z.output<typeof fleetConfig>;
