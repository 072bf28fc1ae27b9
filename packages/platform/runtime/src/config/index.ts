export { inheritedEnvironment, presetEnvironment } from './environment.ts';
export {
  admissionConfig,
  commaSeparated,
  databaseConfig,
  egressConfig,
  fileConfig,
  internalConfig,
  jsonSetting,
  jsonTable,
  logConfig,
  notificationConfig,
  redisConfig,
  scrapingConfig,
  secretsConfig,
  storageConfig,
  tracingConfig,
} from './fragments.ts';
export { limits } from './limits/limits.ts';
export { publicAddressConfig } from './public-address.ts';
export { readConfig } from './read-config.ts';
export { findSuspectSettings } from './suspect-settings.ts';
