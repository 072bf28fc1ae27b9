import type { ConnectionStatus } from '@docfleet/database';

/** Every move a connection can make. A status without its moves does not compile. */
export const connectionTransitions = {
  PENDING: ['ACTIVE', 'FAILED', 'REVOKED'],
  // To itself: authorized once more, perhaps with another selection.
  ACTIVE: ['ACTIVE', 'FAILED', 'REVOKED'],
  FAILED: ['ACTIVE', 'FAILED', 'REVOKED'],
  REVOKED: ['ACTIVE', 'REVOKED'],
} as const satisfies Record<ConnectionStatus, readonly ConnectionStatus[]>;

const statuses = Object.keys(connectionTransitions) as ConnectionStatus[];

/** The statuses a connection may be in just before `next`: what an update asks for. */
export function connectionStatusesBefore(next: ConnectionStatus): ConnectionStatus[] {
  return statuses.filter((status) =>
    (connectionTransitions[status] as readonly ConnectionStatus[]).includes(next),
  );
}
