export { checkProviders, type ProviderIssue, probeProviders } from './check-providers.ts';
export {
  type ConfiguredNamespace,
  closeProviders,
  type Generation,
  type NamespaceProviders,
  openProviders,
  type ProviderSettings,
  requireWebScraper,
} from './namespace-providers.ts';
export { type OnProviderCall, observeCall, observeCalls, type ProviderCall } from './observe-calls.ts';
export { createNamespaceProviderCache, type NamespaceProviderCache } from './provider-cache.ts';
export { withdrawWritten } from './withdraw.ts';
