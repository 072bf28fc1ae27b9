export { findRedisFaults } from '@docfleet/queues';
export {
  providerConfig,
  type ResourcesConfig,
  redisSettings,
  resourcesConfig,
  storageLimits,
} from './config.ts';
export { documentHandler } from './document-handler.ts';
export { findProxyFaults, findUnreachable } from './find-public-address-faults.ts';
export { findSurroundingFaults } from './find-surrounding-faults.ts';
export { measureFolder } from './measure-folder.ts';
export { openRequestDatabases, type RequestDatabases } from './open-request-databases.ts';
export {
  installationOf,
  openProviderSettings,
  openResources,
  openServedResources,
  type Resources,
} from './open-resources.ts';
