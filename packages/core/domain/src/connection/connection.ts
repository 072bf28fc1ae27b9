import type { ConnectionModel, DatabaseSession } from '@docfleet/database';
import { type Actor, recordAuditEvent } from '../audit-event/record-audit-event.ts';

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
export const ownedConnections = ({ namespaceId, tenantId }: ConnectionOwner) => ({
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
