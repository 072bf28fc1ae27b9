import { join } from 'node:path';
import { resourcesConfig } from '@docfleet/resources';
import { z } from 'zod';
import type { GatewaySettings } from './context.ts';
import { defaultConfigSettings, defaultConfigsOf } from './default-configs.ts';

const bytes = (usual: number) => z.coerce.number().int().positive().default(usual);

/** The gateway's own settings. */
export const gatewaySettings = {
  PORT: z.coerce.number().int().min(0).max(65_535).default(4_000).describe('Port of the API'),
  HOST: z
    .string()
    .default('0.0.0.0')
    .describe('Address that the API listens on; 0.0.0.0 is every one of the machine'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where callers reach the API, for links in answers; unset: where the request came to'),
  SPOOL_DIR: z.string().optional().describe('Folder for uploads under way; unset: $DATA_DIR/spool'),
  MAX_TEXT_BYTES: bytes(10_000_000).describe('Longest text that is ingested, in bytes of UTF-8'),
  MAX_FILE_BYTES: bytes(200_000_000).describe('Largest file that is ingested, in bytes'),
  ...defaultConfigSettings,
};

export const gatewayConfig = z.object({ ...resourcesConfig, ...gatewaySettings });

const jsonBytes = 1_000_000;

/** What the routes are told of it. */
export function gatewaySettingsOf(
  config: z.output<z.ZodObject<typeof gatewaySettings>> & { DATA_DIR: string },
): GatewaySettings {
  return {
    limits: { textBytes: config.MAX_TEXT_BYTES, fileBytes: config.MAX_FILE_BYTES, jsonBytes },
    spoolDirectory: config.SPOOL_DIR ?? join(config.DATA_DIR, 'spool'),
    publicUrl: config.PUBLIC_URL,
    defaultConfigs: defaultConfigsOf(config),
  };
}
