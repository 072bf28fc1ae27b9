import type { Database, DatabaseSession } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import type { Actor } from '../audit-event/record-audit-event.ts';
import type { OutboxJob } from '../outbox/outbox.ts';
import { cancelIngestJobRun } from '../run/cancel-run.ts';
import { endedRunStatuses } from '../run/ended-runs.ts';
import { type Connection, recordConnectionEvent, withoutTokens } from './connection.ts';
import { type ConnectionTokens, noTokens, openTokens } from './tokens.ts';

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
