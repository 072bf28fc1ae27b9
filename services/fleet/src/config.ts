import { join } from 'node:path';
import { connectorSyncSettings } from '@docfleet/connector-sync';
import { embedderSettings } from '@docfleet/embedder';
import { gatewaySettings } from '@docfleet/gateway';
import { parserSettings } from '@docfleet/parser';
import { providerConfig, redisSettings, storageLimits } from '@docfleet/pipeline/resources';
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

/** Settings of all services together. PostgreSQL, Redis and the master key are provided by the fleet where they are unset. */
export const fleetConfig = z.object({
  ...logConfig,
  ...internalConfig,
  ...tracingConfig,
  ...providerConfig,
  ...admissionConfig,
  ...gatewaySettings,
  HOST: gatewaySettings.HOST.removeDefault()
    .default('127.0.0.1')
    .describe('Address that the API listens on; ::: every one of the machine, of IPv6 and IPv4'),
  ...parserSettings,
  ...scraperSettings,
  ...connectorSyncSettings,
  ...embedderSettings,
  ...schedulerSettings,
  ...webhookDispatcherSettings,
  ...databaseConfig,
  DATABASE_URL: databaseConfig.DATABASE_URL.optional(),
  ...redisSettings,
  ...storageLimits,
  REDIS_URL: redisSettings.REDIS_URL.optional(),
  ...secretsConfig,
  MASTER_KEY: secretsConfig.MASTER_KEY.optional(),
  FLEET_PROCESSES: z.coerce
    .number()
    .int()
    .min(1)
    .max(2)
    .default(1)
    .describe(
      'Processes of `npm start`. 1: one for all. 2: requests are served by one and documents worked on by another of lower priority, so that a service under heavy use answers more of them, for about 450 MB of memory more; what a run has ended with is found up to 0.2 seconds later',
    ),
  NODE_ENV: z.string().optional().describe('In production the fleet makes no master key of its own'),
});

/** The file that all of a fleet logs to. */
export const fleetLogFile = ({ DATA_DIR }: Pick<FleetConfig, 'DATA_DIR'>) => join(DATA_DIR, 'fleet.log');

export type FleetConfig = z.output<typeof fleetConfig>;
