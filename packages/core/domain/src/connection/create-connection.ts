import type { Database, DatabaseSession } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { Actor } from '../audit-event/record-audit-event.ts';
import { createId } from '../database/identifier.ts';
import { requireRoom } from '../organization/require-room.ts';
import { type Connection, recordConnectionEvent, withoutTokens } from './connection.ts';

export type NewConnection = Pick<
  Connection,
  'namespaceId' | 'tenantId' | 'name' | 'connector' | 'externalId' | 'clientRedirectUrl'
>;

/** The user's own active connection, sent where the newest request wants; undefined when there is none. */
async function reuse(session: DatabaseSession, order: NewConnection): Promise<Connection | undefined> {
  const { namespaceId, tenantId, connector, externalId, clientRedirectUrl } = order;
  if (externalId === null) return undefined;
  const found = await session.connection.findFirst({
    where: { namespaceId, tenantId, connector, externalId, status: 'ACTIVE' },
    orderBy: { id: 'asc' },
    omit: withoutTokens,
  });
  if (!found || clientRedirectUrl === null) return found ?? undefined;
  return session.connection.update({
    where: { id: found.id },
    data: { clientRedirectUrl },
    omit: withoutTokens,
  });
}

/**
 * Creates a pending connection. A user, named by `externalId`, who has an active one in the same namespace, connector and tenant gets
 * that one. Rejects with NAMESPACE_NOT_FOUND when the namespace went away meanwhile.
 */
export async function createConnection(
  database: Database,
  actor: Actor,
  order: NewConnection,
): Promise<Connection> {
  return database.$transaction(async (session) => {
    const { namespaceId, connector, externalId } = order;
    const [namespace] = await session.$queryRaw<unknown[]>`
      SELECT 1 FROM namespaces WHERE id = ${namespaceId}::uuid AND status = 'ACTIVE' FOR KEY SHARE`;
    if (!namespace) throw new AppError('NAMESPACE_NOT_FOUND', 'The namespace does not exist');
    const reused = await reuse(session, order);
    if (reused) return reused;
    await requireRoom(session, actor.organizationId, 'connections');
    const data = { id: createId(), organizationId: actor.organizationId, ...order };
    const created = await session.connection.create({ data, omit: withoutTokens });
    const details = { connector, externalId };
    await recordConnectionEvent(session, actor, created, { action: 'connection.created', details });
    return created;
  });
}
