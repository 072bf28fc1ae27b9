export {
  admissionConfig,
  commaSeparated,
  databaseConfig,
  egressConfig,
  fileConfig,
  internalConfig,
  logConfig,
  redisConfig,
  scrapingConfig,
  secretsConfig,
  storageConfig,
  tracingConfig,
} from './fragments.ts';
export { inheritedEnvironment } from './inherited-environment.ts';
export { jsonSetting, jsonTable } from './json-setting.ts';
export { limits } from './limits/limits.ts';
export { presetEnvironment } from './preset-environment.ts';
export { readConfig } from './read-config.ts';
