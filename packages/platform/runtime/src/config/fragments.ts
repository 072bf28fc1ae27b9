import { z } from 'zod';

/** A setting that is written as JSON, and what the schema makes of it. The text is in no message: there may be a key in it. */
export const jsonSetting = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string()
    .transform((text, { issues }) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        issues.push({ code: 'custom', message: 'is not JSON', input: '' });
        return z.NEVER;
      }
    })
    .pipe(schema);

/** The like of a table, of which an operator sets what differs; empty unless it is set. */
export const jsonTable = <Schema extends z.ZodType>(schema: Schema) =>
  z.string().default('{}').pipe(jsonSetting(schema));

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

/**
 * Tests whether an address is complete: a slash, hash or question mark in a password ends the host early, and the rest of the
 * password follows.
 */
function isWholeAddress(text: string): boolean {
  const { pathname, search, hash } = new URL(text);
  return hash === '' && !`${pathname}${search}`.includes('@');
}

const postgresUrl = z
  .url({
    protocol: /^postgres(ql)?$/,
    abort: true,
    error:
      'is an address like postgresql://user:password@host:5432/database, in which special characters of the password are encoded: # as %23, / as %2F, ? as %3F',
  })
  .refine(isWholeAddress, {
    error:
      'has a character in its password that ends the host: write # as %23, / as %2F, ? as %3F and @ as %40',
  });

export const databaseConfig = {
  DATABASE_URL: postgresUrl.describe(
    'PostgreSQL, 15 or newer: postgresql://user:password@host:5432/database?sslmode=verify-full&sslrootcert=/path/ca.pem',
  ),
  DATABASE_POOL_SIZE: z.coerce
    .number()
    .int()
    .positive()
    .default(10)
    .describe('Connections a process may open, to the database and to the replica each'),
  DATABASE_REPLICA_URL: postgresUrl
    .optional()
    .describe(
      'A streaming replica that lists and statistics are read from while it is at most a few seconds behind; unset: from the database itself',
    ),
};

export const admissionConfig = {
  NAMESPACE_WINDOW: z.coerce
    .number()
    .int()
    .positive()
    .default(512)
    .describe('Documents of a namespace that may be in the queues and in work; more wait as BACKLOG'),
  MAX_PAID_ATTEMPTS: z.coerce
    .number()
    .int()
    .positive()
    .default(10)
    .describe(
      'Attempts at a document that a vendor of models or of web pages may bill without a result, as its answer could not be used or not be stored: then it fails; others are tried for about a day',
    ),
};

const queueShards = z
  .string()
  .regex(/^[a-z-]+:[1-9]\d?$/, 'is the name of a queue and a number from 1 to 99')
  .transform((text) => {
    const [queue = '', count] = text.split(':');
    return { queue, count: Number(count) };
  });

export const redisConfig = {
  REDIS_URL: z
    .string()
    .regex(/^rediss?(\+cluster|\+sentinel)?:\/\/\S+$/, 'is an address like redis://host:6379')
    .describe(
      'Redis, 6.2 or newer, with AOF and maxmemory-policy noeviction: redis://host:6379/0, redis+cluster://a:6379,b:6379 or redis+sentinel://a:26379,b:26379/0?master=name; rediss for TLS, user:password@ before the hosts',
    ),
  CACHE_REDIS_URL: z
    .string()
    .regex(/^rediss?(\+cluster|\+sentinel)?:\/\/\S+$/, 'is an address like redis://host:6379')
    .optional()
    .describe(
      'Another Redis for caches and rate limits, with maxmemory and maxmemory-policy allkeys-lru; unset: that of REDIS_URL, where cached values live for ten minutes at most',
    ),
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'is up to 64 letters, digits, - and _')
    .default('docfleet')
    .describe('Begins the keys of all queues, so that several installations may share one Redis'),
  QUEUE_SHARDS: commaSeparated
    .pipe(z.array(queueShards))
    .describe(
      'Queues that lie in places of their own, which a Redis Cluster spreads over its nodes, and how many each: embed-document:4,parse-document:2',
    ),
};

export const logConfig = {
  LOG_LEVEL: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['debug', 'info', 'warn', 'error', 'silent']))
    .default('info')
    .describe('Least level that is logged'),
};

export const internalConfig = {
  INTERNAL_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'Port of /metrics, /health/live and /health/ready, for the operator alone; unset: they are not served (in images: 9464)',
    ),
  INTERNAL_HOST: z
    .string()
    .default('127.0.0.1')
    .describe(
      'Address that this port listens on; ::: every one of the machine, of IPv6 and IPv4 (so in images)',
    ),
};

/** `key=value,key=value`, values percent-encoded: https://opentelemetry.io/docs/specs/otel/resource/sdk/ */
const resourceAttributes = z.string().transform((text, { issues }) => {
  const attributes: Record<string, string> = {};
  for (const pair of text.split(',').filter((part) => part.trim())) {
    const [, key, value] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    try {
      if (key === undefined || value === undefined) throw new URIError();
      attributes[key.trim()] = decodeURIComponent(value.trim());
    } catch {
      issues.push({ code: 'custom', message: 'is a list like team=search,region=eu', input: '' });
      return z.NEVER;
    }
  }
  return attributes;
});

export const tracingConfig = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Collector that traces are sent to by OTLP over HTTP: http://localhost:4318; unset: there are none',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Whole address that traces are sent to, in place of the collector and /v1/traces'),
  OTEL_SDK_DISABLED: z
    .string()
    .default('false')
    .transform((text) => text.toLowerCase() === 'true')
    .describe('true: no traces are made, whatever else is set'),
  OTEL_TRACES_EXPORTER: z
    .string()
    .default('otlp')
    .describe('otlp, or none: no traces are made. Other exporters are not supported and named in the log'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of the traces that is recorded, 0 to 1; the same for all services'),
  OTEL_SERVICE_NAME: z
    .string()
    .optional()
    .describe('Name of the service in traces; unset: the own name of each service'),
  OTEL_RESOURCE_ATTRIBUTES: resourceAttributes
    .optional()
    .describe('Attributes of all traces, comma-separated: deployment.environment=production,team=search'),
};

const masterKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'is 32 random bytes in base64: openssl rand -base64 32');

export const secretsConfig = {
  MASTER_KEY: masterKey.describe('Encrypts stored credentials: 32 random bytes in base64'),
  OTHER_MASTER_KEYS: commaSeparated
    .pipe(z.array(masterKey))
    .describe('Master keys that still open what they have sealed, comma-separated: while the key is changed'),
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
};

export const fileConfig = {
  MAX_FILE_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(200_000_000)
    .describe('Largest file that is ingested, in bytes'),
};

const isReachable = (text: string) => {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
};

export const notificationConfig = {
  NOTIFICATION_URL: z
    .url({ protocol: /^https?$/, abort: true })
    .refine(isReachable, { error: 'must begin with https://, as vendors refuse anything else' })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Public https address of the API at which vendors report changes of connections; unset: changes are found by polling alone',
    ),
};

export const scrapingConfig = {
  SCRAPE_PROCESSES: z.coerce
    .number()
    .int()
    .positive()
    .default(2)
    .describe(
      'Child processes that read pages, sitemaps and robots.txt files, one at a time each; about one for each core',
    ),
};
