import type { NamespaceConfigs } from '@docfleet/domain/namespace';
import { jsonSetting } from '@docfleet/runtime/config';
import type { Scope } from '@docfleet/runtime/service';
import { holdLocalFolder } from '@docfleet/vector-store';
import type { z } from 'zod';
import { type CoreConfigName, coreConfigs, optionalConfigs } from './namespace-config.ts';

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
