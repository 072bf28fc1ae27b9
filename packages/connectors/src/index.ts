export { listPages } from './list-pages.ts';
export { createMarkupReader, type MarkupReader } from './markup/markup-reader.ts';
export { createPace } from './pace.ts';
export type {
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
export type { ChannelApi, ConnectorPush, OpenedChannel, Reception } from './push.ts';
export {
  type ConnectorAccess,
  type ConnectorName,
  connectorAccess,
  connectorNames,
  connectorPush,
  connectorsBlindToDeletions,
  openConnector,
} from './registry.ts';
export { type ConnectorEndpoints, connectorSettings } from './settings.ts';
