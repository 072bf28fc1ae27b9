export {
  beginAuthorization,
  type PlannedAuthorization,
  removeExpiredAuthorizations,
  type TakenAuthorization,
  takeAuthorization,
} from './authorization-state.ts';
export { activateConnection, failAuthorization, failConnection } from './authorize-connection.ts';
export type { Connection, ConnectionOwner } from './connection.ts';
export { createConnection, type NewConnection } from './create-connection.ts';
export { type ConnectionFilter, findConnection, listConnections } from './find-connections.ts';
export { findIdleTokens } from './find-idle-tokens.ts';
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
export { type NotifiedConnections, requestSync } from './push/request-sync.ts';
export {
  claimWatch,
  endWatch,
  findDueWatches,
  findWatchProblems,
  makeWatchDue,
  noteAccount,
  type Watch,
} from './push/watch.ts';
export {
  type AuthorizedConnection,
  type Renewal,
  readAuthorizedConnection,
  renewTokens,
} from './renew-tokens.ts';
export {
  cancelRunsOfConnection,
  type RevokedConnection,
  removeConnection,
  revokeConnection,
} from './revoke-connection.ts';
export {
  beginSelection,
  findSelecting,
  finishSelection,
  removeExpiredSelections,
  type SelectedItem,
  type SelectionKey,
  selectionSessionSeconds,
} from './selection-session.ts';
export { deleteItems, deleteItemsAt } from './sync/delete-items.ts';
export { endSync, failSync } from './sync/end-sync.ts';
export { openFeeds, openListedFeeds } from './sync/feeds.ts';
export { findItemToFetch, type ItemToFetch } from './sync/find-item.ts';
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
export { findStoredItems, type StoredItem } from './sync/stored-items.ts';
export { findMissingItems, findUnreadItems, type UnreadItem } from './sync/unread-items.ts';
export type { ConnectionTokens } from './tokens.ts';
export { connectionTransitions } from './transitions.ts';
export { type ConnectionChanges, chooseSite, updateConnection } from './update-connection.ts';
