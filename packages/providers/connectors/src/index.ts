export { camelName, clientConfigName, segmentOf } from './define-connector.ts';
export { listPages } from './list-pages.ts';
export { createMarkupReader, type MarkupReader } from './markup/markup-reader.ts';
export { type OAuthOverrides, oauthSettings, vendorOf } from './oauth-settings.ts';
export type { ContentSources, Picker, PickerOrder, PickerPage } from './picker.ts';
export { type PickerOverrides, pickerSettings } from './picker-settings.ts';
export type {
  Choice,
  Connector,
  ConnectorContext,
  ConnectorItem,
  Feed,
  Feeds,
  FetchedItem,
  ItemVersion,
  ListPage,
  Pace,
  SkippedItem,
} from './provider.ts';
export {
  type ChannelApi,
  type ConnectorPush,
  isSameSecret,
  type OpenedChannel,
  type Reception,
} from './push.ts';
export {
  type ClientConfigName,
  type ConnectorName,
  clientSchemas,
  connectorFacts,
  connectorLabelOf,
  connectorNames,
  connectorPush,
  connectorSetupOf,
  countsByApplication,
  hasConsent,
  openConnector,
  pickerOf,
  quotaOf,
  signInMethodOf,
  signInMethodsOf,
} from './registry.ts';
export { type ConnectorEndpoints, connectorSettings, createTokenRequests } from './settings.ts';
export type { AccessSetup, ConnectorSetup, SetupStep, VendorPermission } from './setup.ts';
export type { IssuedToken, SignInMethod } from './sign-in.ts';
export { createPace } from './vendor-client.ts';
export { contradiction } from './whole-body.ts';
