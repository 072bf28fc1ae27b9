export { checkProviders, type ProviderIssue } from './check-providers.ts';
export {
  type ConfiguredNamespace,
  closeProviders,
  createNamespaceProviderCache,
  type Generation,
  type NamespaceProviderCache,
  type NamespaceProviders,
  openProviders,
  type ProviderSettings,
  requireWebScraper,
  type Shadow,
} from './namespace-providers.ts';
export { type OnProviderCall, observeCall, observeCalls, type ProviderCall } from './observe-calls.ts';
export { withdrawWritten } from './withdraw.ts';
