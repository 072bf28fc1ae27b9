export { providerConfig, type ResourcesConfig, resourcesConfig } from './config.ts';
export { openProviderSettings, openResources, type Resources } from './open-resources.ts';
