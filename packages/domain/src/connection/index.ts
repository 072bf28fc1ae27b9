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
export { connectionMoves } from './moves.ts';
export { removeConnection } from './remove-connection.ts';
export {
  type AuthorizedConnection,
  type Renewal,
  readAuthorizedConnection,
  renewTokens,
} from './renew-tokens.ts';
export {
  cancelRunsOfConnection,
  type RevokedConnection,
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
export { deleteItems, deleteItemsBelow } from './sync/delete-items.ts';
export { endSync } from './sync/end-sync.ts';
export { findItemToFetch, type ItemToFetch } from './sync/find-item.ts';
export { findStoredItems, type StoredItem } from './sync/stored-items.ts';
export { findUnreadItems } from './sync/unread-items.ts';
export {
  findSyncPlan,
  type ListedPage,
  mostSkippedListed,
  moveWalk,
  restartWalk,
  type SyncPlan,
  type Walk,
} from './sync/walk.ts';
export type { ConnectionTokens } from './tokens.ts';
export { type ConnectionChanges, updateConnection } from './update-connection.ts';
