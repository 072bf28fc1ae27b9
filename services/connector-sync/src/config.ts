import {
  type ConnectorEndpoints,
  connectorSettings,
  type OAuthOverrides,
  oauthSettings,
} from '@docfleet/connectors';
import { type DeletionLimits, deletionLimitsOf, deletionSettings } from '@docfleet/domain/deletion';
import { resourcesConfig } from '@docfleet/pipeline/resources';
import { fileConfig } from '@docfleet/runtime/config';
import { z } from 'zod';

const positive = z.coerce.number().int().positive();
export const connectorSyncSettings = {
  ...fileConfig,
  ...oauthSettings,
  ...connectorSettings,
  SYNC_CONCURRENCY: positive.default(8).describe('Connections a connector-sync lists at once'),
  SYNC_ITEM_CONCURRENCY: positive
    .default(32)
    .describe('Items of all connections together that a connector-sync downloads at once'),
  SYNC_MARKUP_PROCESSES: positive
    .default(1)
    .describe('Processes in which a connector-sync converts pages of wikis and notes'),
  SYNC_WHOLE_DAYS: z.coerce
    .number()
    .int()
    .min(0)
    .max(365)
    .default(7)
    .describe(
      'Days after which a sync lists everything again although its vendor reports changes, which may leave something out; unchanged items are not downloaded. 0: never',
    ),
  ...deletionSettings,
};

export const connectorSyncConfig = z.object({ ...resourcesConfig, ...connectorSyncSettings });

/** Settings of the service, parsed. */
export interface ConnectorSyncSettings {
  readonly connectionsAtOnce: number;
  readonly itemsAtOnce: number;
  readonly markupProcesses: number;
  readonly wholeEveryDays: number;
  readonly fileBytes: number;
  readonly endpoints: ConnectorEndpoints;
  /** Address at which vendors reach the API to report changes; undefined: no channels are created. */
  readonly notificationUrl?: string | undefined;
  readonly oauthOverrides: OAuthOverrides;
  readonly deletionLimits: DeletionLimits;
}

export const connectorSyncSettingsOf = (
  config: z.output<z.ZodObject<typeof connectorSyncSettings>>,
): ConnectorSyncSettings => ({
  connectionsAtOnce: config.SYNC_CONCURRENCY,
  itemsAtOnce: config.SYNC_ITEM_CONCURRENCY,
  markupProcesses: config.SYNC_MARKUP_PROCESSES,
  wholeEveryDays: config.SYNC_WHOLE_DAYS,
  fileBytes: config.MAX_FILE_BYTES,
  endpoints: config.CONNECTOR_ENDPOINTS,
  notificationUrl: config.NOTIFICATION_URL,
  oauthOverrides: config.OAUTH_OVERRIDES,
  deletionLimits: deletionLimitsOf(config),
});
