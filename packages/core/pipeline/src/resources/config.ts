import { chatModelConfig } from '@docfleet/chat';
import { quotaSettings } from '@docfleet/domain/quota';
import { embeddingSettings } from '@docfleet/embedding';
import { fileStoreSettings } from '@docfleet/file-store';
import { allQueues } from '@docfleet/queues';
import { parseRedisUrl } from '@docfleet/redis/connection';
import {
  admissionConfig,
  databaseConfig,
  egressConfig,
  internalConfig,
  jsonSetting,
  logConfig,
  redisConfig,
  scrapingConfig,
  secretsConfig,
  storageConfig,
  tracingConfig,
} from '@docfleet/runtime/config';
import { scraperSettings } from '@docfleet/scraping';
import { vectorStoreSettings } from '@docfleet/vector-store';
import { z } from 'zod';
import { priceSettings } from '../spending/index.ts';

/** The settings of what namespaces' own stores and models are reached with. */
export const providerConfig = {
  ...egressConfig,
  ...storageConfig,
  ...fileStoreSettings,
  ...vectorStoreSettings,
  ...embeddingSettings,
  ...scrapingConfig,
  ...scraperSettings,
  ...priceSettings,
  DEFAULT_CHAT_MODEL_CONFIG: jsonSetting(chatModelConfig)
    .optional()
    .describe(
      'Chat model that answers questions in namespaces without one, as JSON like their chatModelConfig; its address may be private: {"provider":"OPENAI","model":"llama3.2","apiKey":"ollama","baseUrl":"http://localhost:11434/v1"}; unset: those namespaces search and do not answer',
    ),
};

export type ProviderConfig = z.output<z.ZodObject<typeof providerConfig>>;

const queueNames = allQueues.map(({ name }) => name);

/** Refuses an address that cannot be read, or that has options which would be ignored, with what to write instead. */
function requireReadable(text: string | undefined, { addIssue }: { addIssue(message: string): void }): void {
  try {
    if (text !== undefined) parseRedisUrl(text);
  } catch (error) {
    addIssue((error as Error).message);
  }
}

/** Redis as services ask for it: addresses that can be read, and only queues that there are can be sharded. */
export const redisSettings = {
  ...redisConfig,
  REDIS_URL: redisConfig.REDIS_URL.superRefine(requireReadable),
  CACHE_REDIS_URL: redisConfig.CACHE_REDIS_URL.superRefine(requireReadable),
  QUEUE_SHARDS: redisConfig.QUEUE_SHARDS.refine(
    (shards) => shards.every(({ queue }) => queueNames.includes(queue)),
    { error: `names a queue that is not one of ${queueNames.join(', ')}` },
  ),
};

/** The settings of how much may be stored. */
export const storageLimits = {
  ...quotaSettings,
  MIN_FREE_DISK_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(200)
    .describe(
      'Megabytes that have to be free on the disk of DATA_DIR: with less, uploads and texts are answered with 503 and workers wait; 0: the disk is not measured',
    ),
};

/** The settings of what every service opens. */
export const resourcesConfig = {
  ...databaseConfig,
  ...admissionConfig,
  ...redisSettings,
  ...logConfig,
  ...internalConfig,
  ...tracingConfig,
  ...secretsConfig,
  ...providerConfig,
  ...storageLimits,
};

export type ResourcesConfig = z.output<z.ZodObject<typeof resourcesConfig>>;
