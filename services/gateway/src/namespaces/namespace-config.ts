import { chunkSizes } from '@docfleet/api/shared-fields';
import { chatModelConfig } from '@docfleet/chat';
import { clientSchemas } from '@docfleet/connectors';
import type { NamespaceConfigs } from '@docfleet/domain/namespace';
import { embeddingModelConfig } from '@docfleet/embedding';
import { invalidInput } from '@docfleet/errors/issues';
import { fileStorageConfig } from '@docfleet/file-store';
import { spendingLimitConfig } from '@docfleet/pipeline/spending';
import { rerankConfig } from '@docfleet/reranking';
import { jsonSetting } from '@docfleet/runtime/config';
import type { Scope } from '@docfleet/runtime/service';
import { webScraperConfig } from '@docfleet/scraping';
import { holdLocalFolder, vectorStorageConfig } from '@docfleet/vector-store';
import { z } from 'zod';
import type { GatewayContext } from '../http/context.ts';

/** Configurations that every namespace has: the embedding model and the stores. */
export const coreConfigs = {
  fileStorageConfig: fileStorageConfig.meta({
    id: 'FileStorageConfig',
    title: 'File store',
    description: 'Keeps the original files and the texts that were extracted from them.',
  }),
  vectorStorageConfig: vectorStorageConfig.meta({
    id: 'VectorStorageConfig',
    title: 'Vector store',
    description: 'Keeps the vectors and searches in them.',
  }),
  embeddingModelConfig: embeddingModelConfig.meta({
    id: 'EmbeddingModelConfig',
    title: 'Embedding model',
    description: 'Turns texts into vectors. After a change, all documents are embedded again.',
  }),
};

/** Configurations that a namespace may have besides `coreConfigs`. */
export const optionalConfigs = {
  rerankConfig: rerankConfig.meta({
    id: 'RerankConfig',
    title: 'Reranking',
    description: 'Puts the best results into a better order.',
  }),
  chatModelConfig: chatModelConfig.meta({
    id: 'ChatModelConfig',
    title: 'Chat model',
    description: 'Answers questions from what searches find.',
  }),
  contextModelConfig: chatModelConfig.meta({
    id: 'ContextModelConfig',
    title: 'Context model',
    description:
      'A chat model that writes a sentence of context for each chunk, which is embedded with it. After a change, all documents are embedded again.',
  }),
  chunkConfig: chunkSizes.meta({
    id: 'NamespaceChunkConfig',
    title: 'Chunk sizes',
    description:
      'Chunk sizes of all documents, whatever their requests say. After a change, all documents are embedded again.',
  }),
  spendingLimitConfig: spendingLimitConfig.meta({
    id: 'SpendingLimitConfig',
    title: 'Spending limit',
    description:
      'Limit of tokens or cost of answers, context and generated questions in a calendar month (UTC).',
  }),
  webScraperConfig: webScraperConfig.meta({
    id: 'WebScraperConfig',
    title: 'Web scraper',
    description: 'Fetches web pages.',
  }),
  ...clientSchemas,
};

/** Names of the configurations whose providers are tried out before a request is accepted. */
export const checkedConfigNames = [
  ...(Object.keys(coreConfigs) as (keyof typeof coreConfigs)[]),
  'rerankConfig',
  'chatModelConfig',
  'contextModelConfig',
  'webScraperConfig',
  // There is nothing to call: their values are all that can be wrong.
  'chunkConfig',
  'spendingLimitConfig',
] as const;

type CoreConfigName = keyof typeof coreConfigs;
const coreConfigNames = Object.keys(coreConfigs) as CoreConfigName[];

/** Configurations of a new namespace, all optional. */
export const givenConfigs = {
  ...z.strictObject(coreConfigs).partial().shape,
  ...z.strictObject(optionalConfigs).partial().shape,
};

type Defaults = Pick<GatewayContext, 'defaultConfigs' | 'defaultScraper'>;

/** Adds the operator's scraper to a namespace without one. */
function withScraper(configs: NamespaceConfigs, { defaultScraper }: Defaults): NamespaceConfigs {
  return defaultScraper && !configs.webScraperConfig
    ? { ...configs, webScraperConfig: defaultScraper }
    : configs;
}

/** Adds the operator's default for each of the three that a namespace does not bring; throws INVALID_REQUEST where there is none. */
export function withDefaults(given: NamespaceConfigs, defaults: Defaults): NamespaceConfigs {
  const configs = { ...defaults.defaultConfigs, ...given };
  const missing = coreConfigNames.filter((name) => !configs[name]);
  if (missing.length === 0) return withScraper(configs, defaults);
  const issues = missing.map((path) => ({ path, message: 'is required' }));
  throw invalidInput(issues, { default: 'INVALID_REQUEST' });
}

const setting = <Config extends z.ZodType>(name: CoreConfigName, config: Config, what: string) =>
  jsonSetting(config)
    .optional()
    .describe(`${what} of a namespace that brings none, as JSON like its ${name}`);

/** Settings of the model and the stores of a namespace that is created without any of the three; all of them are set, or none. */
export const defaultConfigSettings = {
  DEFAULT_FILE_STORAGE_CONFIG: setting('fileStorageConfig', coreConfigs.fileStorageConfig, 'File storage'),
  DEFAULT_VECTOR_STORAGE_CONFIG: setting(
    'vectorStorageConfig',
    coreConfigs.vectorStorageConfig,
    'Vector storage',
  ),
  DEFAULT_EMBEDDING_MODEL_CONFIG: setting(
    'embeddingModelConfig',
    coreConfigs.embeddingModelConfig,
    'Embedding model',
  ),
};

/** Setting of the default scraper, apart from the others: a namespace with its own model and stores may still use the operator's scraper. */
export const defaultScraperSettings = {
  DEFAULT_WEB_SCRAPER_CONFIG: jsonSetting(optionalConfigs.webScraperConfig)
    .optional()
    .describe(
      'Web scraper of a namespace that brings none, as JSON like its webScraperConfig: {"provider":"BUILTIN"}',
    ),
};

type DefaultConfigSettings = z.output<z.ZodObject<typeof defaultConfigSettings>>;

/**
 * Returns the defaults by the names of their configurations; undefined when none is set. Throws an error that names the missing ones when
 * only some are set.
 */
export function defaultConfigsOf(settings: DefaultConfigSettings): NamespaceConfigs | undefined {
  const names = Object.keys(defaultConfigSettings) as (keyof DefaultConfigSettings)[];
  const missing = names.filter((name) => settings[name] === undefined);
  if (missing.length === names.length) return undefined;
  if (missing.length > 0)
    throw new Error(
      `The configuration is not valid: ${missing.join(' and ')} must be set beside the other defaults`,
    );
  return {
    fileStorageConfig: settings.DEFAULT_FILE_STORAGE_CONFIG,
    vectorStorageConfig: settings.DEFAULT_VECTOR_STORAGE_CONFIG,
    embeddingModelConfig: settings.DEFAULT_EMBEDDING_MODEL_CONFIG,
  };
}

/**
 * Keeps the folder of the default vector store for this machine until the scope closes, where that store has one. Rejects while another machine uses it: at
 * the start, and not with the first document.
 */
export async function holdDefaultStore(
  scope: Scope,
  defaults: NamespaceConfigs | undefined,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  scope.defer(await holdLocalFolder(defaults?.vectorStorageConfig, settings), (release) => release());
}
