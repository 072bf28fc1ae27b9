export { type ResourcesConfig, resourcesConfig } from './config.ts';
export { openResources, type Resources } from './open-resources.ts';
