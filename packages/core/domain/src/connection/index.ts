export {
  activateConnection,
  beginAuthorization,
  failAuthorization,
  failConnection,
  type PlannedAuthorization,
  removeExpiredAuthorizations,
  type TakenAuthorization,
  takeAuthorization,
} from './authorize-connection.ts';
export {
  type ConnectionChanges,
  cancelRunsOfConnection,
  chooseSite,
  createConnection,
  type NewConnection,
  type RevokedConnection,
  removeConnection,
  revokeConnection,
  updateConnection,
} from './change-connection.ts';
export {
  type Connection,
  type ConnectionFilter,
  type ConnectionOwner,
  connectionTransitions,
  findConnection,
  listConnections,
} from './connection.ts';
export {
  confirmChannel,
  countChannels,
  deleteChannel,
  findApplicationChannel,
  findNotifiedChannel,
  insertChannel,
  keepSecret,
  listChannels,
  type NotificationChannel,
  type NotifiedChannel,
  noteVerified,
  requestRenewal,
} from './push/channels.ts';
export {
  claimWatch,
  endWatch,
  findDueWatches,
  findWatchProblems,
  makeWatchDue,
  type NotifiedConnections,
  noteAccount,
  requestSync,
  type Watch,
} from './push/watch.ts';
export {
  beginSelection,
  findSelecting,
  finishSelection,
  removeExpiredSelections,
  type SelectedItem,
  type SelectionKey,
  selectionSessionSeconds,
} from './selection-session.ts';
export { endSync, failSync, openFeeds, openListedFeeds } from './sync/end-sync.ts';
export {
  deleteItems,
  deleteItemsAt,
  findItemToFetch,
  findMissingItems,
  findStoredItems,
  findUnreadItems,
  type ItemToFetch,
  type StoredItem,
  type UnreadItem,
} from './sync/items.ts';
export {
  advanceListing,
  type CompleteListing,
  findSyncPlan,
  type ListedPage,
  type ListingState,
  noteTrouble,
  type OpenListing,
  restartListing,
  type SyncPlan,
} from './sync/listing.ts';
export {
  type AuthorizedConnection,
  type ConnectionTokens,
  findIdleTokens,
  type Renewal,
  readAuthorizedConnection,
  renewTokens,
} from './tokens.ts';
