import type { Database, DatabaseSession } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { Vault } from '@docfleet/secrets';
import type { Actor } from '../audit-event/audit-events.ts';
import { createId } from '../database/identifier.ts';
import { requireRoom } from '../organization/organizations.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import { cancelIngestJobRun } from '../run/cancel-run.ts';
import { endedRunStatuses } from '../run/ended-runs.ts';
import { type Connection, recordConnectionEvent, withoutTokens } from './connection.ts';
import { type ConnectionTokens, noTokens, openTokens } from './tokens.ts';

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

/** Changes to a connection; undefined fields keep their values. */
export interface ConnectionChanges {
  readonly name?: string | undefined;
  readonly clientRedirectUrl?: string | null | undefined;
  /** Site that is read from now on, of a vendor whose accounts hold several. */
  readonly siteId?: string | null | undefined;
}

/** Changes the given fields and leaves the others; undefined when the connection is gone meanwhile. */
export async function updateConnection(
  database: Database,
  actor: Actor,
  { id }: Pick<Connection, 'id'>,
  changes: ConnectionChanges,
): Promise<Connection | undefined> {
  const known = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  // Its name is found with it.
  const given = changes.siteId === undefined ? known : { ...known, siteName: null };
  return database.$transaction(async (session) => {
    const [updated] = await session.connection.updateManyAndReturn({
      where: { id },
      data: given,
      omit: withoutTokens,
    });
    if (!updated) return undefined;
    const details = { changed: Object.keys(given) };
    await recordConnectionEvent(session, actor, updated, { action: 'connection.updated', details });
    return updated;
  });
}

/** Remembers the only site of an account as the one that is read, unless another was chosen, or the account is another meanwhile. */
export async function chooseSite(
  database: Database,
  {
    connectionId,
    authorizations,
    site,
  }: {
    readonly connectionId: string;
    readonly authorizations: number;
    readonly site: { readonly id: string; readonly name: string };
  },
): Promise<void> {
  await database.connection.updateMany({
    where: { id: connectionId, authorizations, siteId: null },
    data: { siteId: site.id, siteName: site.name.slice(0, 255) },
  });
}

export interface RevokedConnection {
  readonly connection: Connection;
  /** The tokens that it had, for the revocation at the vendor; undefined when it had none. */
  readonly previous: { readonly tokens: ConnectionTokens; readonly clientId: string | null } | undefined;
  /** The channels that the vendor had confirmed, to be ended there. */
  readonly channels: readonly { readonly id: string; readonly vendorId: string }[];
}

/** Forgets the channels of a connection: notifications that still come are unknown from now on. */
async function removeChannels(
  session: DatabaseSession,
  connectionId: string,
): Promise<RevokedConnection['channels']> {
  const removed = await session.$queryRaw<{ id: string; vendorId: string | null }[]>`
    DELETE FROM notification_channels WHERE "connectionId" = ${connectionId}::uuid RETURNING id, "vendorId"`;
  await session.connectionWatch.deleteMany({ where: { connectionId } });
  return removed.flatMap(({ id, vendorId }) => (vendorId === null ? [] : [{ id, vendorId }]));
}

/**
 * Ends a connection: its tokens are deleted, so that syncs stop at the next request to the vendor, and authorization URLs that
 * were issued are invalid. Undefined when it is gone; one that was revoked stays as it is.
 */
export async function revokeConnection(
  database: Database,
  vault: Vault,
  actor: Actor,
  id: string,
): Promise<RevokedConnection | undefined> {
  return database.$transaction(async (session) => {
    await session.$queryRaw`SELECT 1 FROM connections WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const row = await session.connection.findUnique({ where: { id } });
    if (!row) return undefined;
    const { sealedTokens: _sealed, ...shown } = row;
    await session.oauthState.deleteMany({ where: { connectionId: id } });
    await session.selectionSession.deleteMany({ where: { connectionId: id } });
    if (row.status === 'REVOKED') return { connection: shown, previous: undefined, channels: [] };
    const tokens = openTokens(vault, row);
    const channels = await removeChannels(session, id);
    const connection = await session.connection.update({
      where: { id },
      data: {
        ...noTokens,
        tokenVersion: { increment: 1 },
        status: 'REVOKED',
        statusReason: 'It was revoked: authorize it again to bring it back',
        clientRedirectUrl: null,
      },
      omit: withoutTokens,
    });
    await recordConnectionEvent(session, actor, connection, { action: 'connection.revoked' });
    return { connection, channels, previous: tokens && { tokens, clientId: row.clientId } };
  });
}

/** Cancels the runs that read a connection and have not ended; returns the jobs to dispatch, batch by batch. */
export async function* cancelRunsOfConnection(
  database: Database,
  actor: Actor,
  connectionId: string,
): AsyncGenerator<readonly OutboxJob[]> {
  const runs = await database.ingestJobRun.findMany({
    where: { job: { connectionId }, status: { notIn: [...endedRunStatuses] } },
    orderBy: { id: 'asc' },
    select: { id: true, tenantId: true },
  });
  for (const run of runs) for await (const { jobs } of cancelIngestJobRun(database, actor, run)) yield jobs;
}

/** Removes a connection that was revoked, and the schedules of its jobs. Its documents stay. Once it is gone, nothing changes. */
export async function removeConnection(database: Database, actor: Actor, id: string): Promise<void> {
  await database.$transaction(async (session) => {
    const [removed] = await session.$queryRaw<{ id: string; tenantId: string | null }[]>`
      DELETE FROM connections WHERE id = ${id}::uuid AND status = 'REVOKED' RETURNING id, "tenantId"`;
    if (!removed) return;
    await session.ingestJob.updateMany({
      where: { connectionId: id },
      data: { syncFrequency: 'NEVER', nextRunAt: null },
    });
    await recordConnectionEvent(session, actor, removed, { action: 'connection.deleted' });
  });
}
