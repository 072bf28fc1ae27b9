export { findRedisFaults } from '@docfleet/queues';
export {
  providerConfig,
  type ResourcesConfig,
  redisSettings,
  resourcesConfig,
  storageLimits,
} from './config.ts';
export { measureFolder } from './disk-space.ts';
export { documentHandler } from './document-handler.ts';
export { findProxyFaults, findSurroundingFaults, findUnreachable } from './find-surrounding-faults.ts';
export { openRequestDatabases, type RequestDatabases } from './open-request-databases.ts';
export {
  installationOf,
  openProviderSettings,
  openResources,
  openServedResources,
  type Resources,
} from './open-resources.ts';
