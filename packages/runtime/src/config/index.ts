export {
  commaSeparated,
  databaseConfig,
  egressConfig,
  fileConfig,
  intakeConfig,
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
export { presetEnvironment } from './preset-environment.ts';
export { readConfig } from './read-config.ts';
