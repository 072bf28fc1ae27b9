import { jsonTable, notificationConfig } from '@docfleet/runtime/config';
import { z } from 'zod';
import { type ConnectorName, connectorNames } from './registry.ts';

const address = z.url({ protocol: /^https?$/ });

/** Other addresses of vendors, by the names that their connectors use. */
const endpoints = z
  .partialRecord(z.enum(connectorNames as [ConnectorName, ...ConnectorName[]]), z.record(z.string(), address))
  .default({});
export type ConnectorEndpoints = z.output<typeof endpoints>;

/** Settings of every service that calls connectors. */
export const connectorSettings = {
  ...notificationConfig,
  CONNECTOR_ENDPOINTS: jsonTable(endpoints).describe(
    'Other addresses of the connectors’ APIs, as JSON: {"BOX":{"api":"https://…"},"DROPBOX":{"api":"…","content":"…"}}',
  ),
};
