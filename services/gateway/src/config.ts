import { join } from 'node:path';
import { connectorSettings, oauthSettings, pickerSettings } from '@docfleet/connectors';
import { maxRateLimit } from '@docfleet/domain/api-key';
import { resourcesConfig } from '@docfleet/pipeline/resources';
import type { PriceTable } from '@docfleet/pipeline/spending';
import { commaSeparated, fileConfig, publicAddressConfig } from '@docfleet/runtime/config';
import { z } from 'zod';
import type { GatewaySettings } from './http/context.ts';
import {
  defaultConfigSettings,
  defaultConfigsOf,
  defaultScraperSettings,
} from './namespaces/namespace-config.ts';

const bytes = (usual: number) => z.coerce.number().int().positive().default(usual);

/** Settings of the gateway itself. */
export const gatewaySettings = {
  PORT: z.coerce.number().int().min(0).max(65_535).default(4_000).describe('Port of the API'),
  HOST: z
    .string()
    .default('::')
    .describe('Address that the API listens on; :: is every one of the machine, of IPv6 and IPv4'),
  KEEP_ALIVE_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(65)
    .describe(
      'Seconds that an idle connection stays open, 1 to 3600: more than the load balancer keeps it, 60 for most, 600 for Google Cloud',
    ),
  PUBLIC_URL: publicAddressConfig.PUBLIC_URL,
  SPOOL_DIR: z.string().optional().describe('Folder for uploads under way; unset: $DATA_DIR/spool'),
  MAX_TEXT_BYTES: bytes(10_000_000).describe('Longest text that is ingested, in bytes of UTF-8'),
  ...fileConfig,
  MAX_CONVERTED_FILE_BYTES: bytes(25_000_000).describe(
    'Largest file that POST /v1/convert/file takes, in bytes',
  ),
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number()
    .int()
    .min(0)
    .max(maxRateLimit)
    .default(600)
    .describe(
      'Requests a minute of an API key without a limit of its own, and of an address without a key; 0: no limit',
    ),
  TRUSTED_PROXIES: publicAddressConfig.TRUSTED_PROXIES,
  CONNECTION_REDIRECT_HOSTS: commaSeparated.describe(
    'Hosts that users may be sent back to after connecting an account, comma-separated: app.example.com,*.example.org; unset: any',
  ),
  CONSOLE_IDLE_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(720)
    .default(60)
    .describe(
      'Minutes without a request of its pages after which one is signed out of the console; after twelve hours in any case',
    ),
  MCP_ALLOWED_ORIGINS: commaSeparated.describe(
    'Origins of pages and programs that may speak to /mcp, comma-separated: https://chat.example.com; PUBLIC_URL and pages of the same machine may in any case, and so may whatever names no Origin',
  ),
  ANSWER_JUDGE: z
    .enum(['NONE', 'CHAT_MODEL'])
    .default('NONE')
    .describe(
      'CHAT_MODEL: the chat model judges the verified sentences of its answers once more, in a second request whose tokens count; requests may choose otherwise',
    ),
  OPERATOR_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Opens /operator/queues, as a password with any user name: openssl rand -base64 24; unset: there is no such page',
    ),
  ...oauthSettings,
  ...connectorSettings,
  ...pickerSettings,
  ...defaultConfigSettings,
  ...defaultScraperSettings,
};

export const gatewayConfig = z.object({ ...resourcesConfig, ...gatewaySettings });

const jsonBytes = 1_000_000;
/** Time limit of a conversion in milliseconds: the 30 seconds that the interface allows a response, less the time to send it. */
const conversionTimeoutMs = 29_500;

/** Returns the settings that the routes need, with sizes in bytes and durations in milliseconds. */
export function gatewaySettingsOf(
  config: z.output<z.ZodObject<typeof gatewaySettings>> & {
    DATA_DIR: string;
    PRICE_TABLE?: PriceTable | undefined;
  },
): GatewaySettings {
  return {
    limits: {
      textBytes: config.MAX_TEXT_BYTES,
      fileBytes: config.MAX_FILE_BYTES,
      convertedFileBytes: config.MAX_CONVERTED_FILE_BYTES,
      jsonBytes,
    },
    spoolDirectory: config.SPOOL_DIR ?? join(config.DATA_DIR, 'spool'),
    consoleIdleMs: config.CONSOLE_IDLE_MINUTES * 60_000,
    publicUrl: config.PUBLIC_URL,
    notificationUrl: config.NOTIFICATION_URL,
    conversionTimeoutMs,
    rateLimitPerMinute: config.RATE_LIMIT_PER_MINUTE,
    trustedProxies: config.TRUSTED_PROXIES,
    defaultConfigs: defaultConfigsOf(config),
    defaultScraper: config.DEFAULT_WEB_SCRAPER_CONFIG,
    connectionRedirectHosts: config.CONNECTION_REDIRECT_HOSTS,
    mcpAllowedOrigins: config.MCP_ALLOWED_ORIGINS,
    priceTable: config.PRICE_TABLE,
    answerJudge: config.ANSWER_JUDGE,
    operatorToken: config.OPERATOR_TOKEN,
    oauthOverrides: config.OAUTH_OVERRIDES,
    connectorEndpoints: config.CONNECTOR_ENDPOINTS,
    pickerOverrides: config.PICKER_OVERRIDES,
  };
}
