export {
  databaseConfig,
  egressConfig,
  logConfig,
  redisConfig,
  secretsConfig,
  storageConfig,
} from './fragments.ts';
export { readConfig } from './read-config.ts';
