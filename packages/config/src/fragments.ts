import { z } from 'zod';

/** A list of values with commas between them; empty unless it is set. */
export const commaSeparated = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

export const databaseConfig = {
  DATABASE_URL: z.url().describe('PostgreSQL, 15 or newer'),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .positive()
    .default(10)
    .describe('Connections a process may open'),
};

export const intakeConfig = {
  NAMESPACE_WINDOW: z.coerce
    .number()
    .int()
    .positive()
    .default(512)
    .describe('Documents of a namespace that may be in the queues and in work; more wait as BACKLOG'),
};

export const redisConfig = {
  REDIS_URL: z.url().describe('Redis, 6.2 or newer, with AOF and maxmemory-policy noeviction'),
};

export const logConfig = {
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least level that is logged'),
};

export const secretsConfig = {
  MASTER_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/]{43}=$/, 'is 32 random bytes in base64: openssl rand -base64 32')
    .describe('Encrypts stored credentials: 32 random bytes in base64'),
};

export const egressConfig = {
  EGRESS_ALLOW_CIDRS: commaSeparated.describe(
    'Private ranges that may be connected to, comma-separated: 10.1.0.0/16',
  ),
  EGRESS_PORTS: commaSeparated.describe(
    'Ports of public addresses that may be connected to, comma-separated; unset: 80,443,1024-65535. Ranges of EGRESS_ALLOW_CIDRS are open at any port',
  ),
  EGRESS_PROXY_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'HTTP proxy that all of this traffic takes. It resolves names itself, and must keep them off private addresses',
    ),
};

export const storageConfig = {
  DATA_DIR: z.string().default('.docfleet').describe('Folder for everything that is stored locally'),
  LOCAL_FILES_DIR: z.string().optional().describe('Folder of the LOCAL file store; unset: $DATA_DIR/files'),
  LANCEDB_URI: z.string().optional().describe('Where LANCEDB keeps its tables; unset: $DATA_DIR/lancedb'),
};

export const fileConfig = {
  MAX_FILE_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(200_000_000)
    .describe('Largest file that is ingested, in bytes'),
};

export const scrapingConfig = {
  SCRAPER_BROWSER: z
    .string()
    .optional()
    .describe(
      'Chromium for pages that BUILTIN finds empty without JavaScript, as a path; unset: they stay empty',
    ),
};
