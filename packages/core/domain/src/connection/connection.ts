import type { ConnectionModel, ConnectionStatus, Database, DatabaseSession } from '@docfleet/database';
import { type Actor, recordAuditEvent } from '../audit-event/audit-events.ts';
import { isId } from '../database/identifier.ts';
import type { Page } from '../run/list-runs.ts';

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

/** A connection as it may be shown: without its tokens. */
export type Connection = Omit<ConnectionModel, 'sealedTokens'>;

/** Left out of every reading but the one that uses them. */
export const withoutTokens = { sealedTokens: true } as const;

/** Scope of the connections that a request may see: those of the namespace, or with a tenant id only that tenant's. */
export interface ConnectionOwner {
  readonly namespaceId: string;
  readonly tenantId: string | undefined;
}

/** The condition for the connections that a request may see. */
const ownedConnections = ({ namespaceId, tenantId }: ConnectionOwner) => ({
  namespaceId,
  ...(tenantId !== undefined && { tenantId }),
});

/** Notes what became of a connection, as part of the transaction that changes it. */
export const recordConnectionEvent = (
  session: DatabaseSession,
  actor: Actor,
  connection: Pick<Connection, 'id' | 'tenantId'>,
  { action, details = {} }: { action: `connection.${string}`; details?: Readonly<Record<string, unknown>> },
): Promise<void> =>
  recordAuditEvent(session, actor, {
    action,
    targetType: 'connection',
    targetId: connection.id,
    tenantId: connection.tenantId,
    details,
  });

/** Actor of changes that no API key requested: a user's consent at the vendor, or the fleet itself. */
export const systemActor = ({ organizationId }: Pick<Connection, 'organizationId'>): Actor => ({
  organizationId,
  apiKeyId: null,
});

export interface ConnectionFilter {
  /** Name of a connector; an unknown one matches nothing. */
  readonly connector?: string | undefined;
  readonly externalId?: string | undefined;
}

/** A page of the connections that the owner may see, the newest first, and one more if there is a next page. */
export async function listConnections(
  database: Database,
  owner: ConnectionOwner,
  { connector, externalId }: ConnectionFilter,
  { size, after }: Page,
): Promise<Connection[]> {
  return database.connection.findMany({
    where: {
      ...ownedConnections(owner),
      ...(connector !== undefined && { connector }),
      ...(externalId !== undefined && { externalId }),
      ...(after !== undefined && { id: { lt: after } }),
    },
    orderBy: { id: 'desc' },
    take: size + 1,
    omit: withoutTokens,
  });
}

/** Returns one connection; undefined when there is none that the owner may see. */
export async function findConnection(
  database: Database,
  owner: ConnectionOwner,
  id: string,
): Promise<Connection | undefined> {
  if (!isId(id)) return undefined;
  const where = { id, ...ownedConnections(owner) };
  return (await database.connection.findFirst({ where, omit: withoutTokens })) ?? undefined;
}
