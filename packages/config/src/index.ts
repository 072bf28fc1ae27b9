export {
  commaSeparated,
  databaseConfig,
  egressConfig,
  fileConfig,
  intakeConfig,
  logConfig,
  redisConfig,
  scrapingConfig,
  secretsConfig,
  storageConfig,
} from './fragments.ts';
export { inheritedEnvironment } from './inherited-environment.ts';
export { presetEnvironment } from './preset-environment.ts';
export { readConfig } from './read-config.ts';
