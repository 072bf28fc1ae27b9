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
export {
  type ConnectorAccess,
  type ConnectorName,
  connectorAccess,
  connectorNames,
  connectorsBlindToDeletions,
  openConnector,
} from './registry.ts';
