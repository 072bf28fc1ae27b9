import { type Database, Prisma } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { type Connection, recordConnectionEvent, systemActor, withoutTokens } from './connection.ts';
import { makeWatchDue } from './push/watch.ts';
import { type ConnectionTokens, sealTokens } from './tokens.ts';
import { connectionStatusesBefore } from './transitions.ts';

interface Authorization {
  readonly connectionId: string;
  /** The OAuth client that the tokens were issued to; null where no consent was needed. */
  readonly clientId: string | null;
  readonly tokens: ConnectionTokens;
  /** Settings of the sign-in method, without the secret; absent when users consent. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/**
 * Activates a connection with the tokens of a consent, or with credentials that replace one; undefined when the connection is gone.
 * The account or its selection may differ from the previous one, so the next sync lists everything.
 */
export async function activateConnection(
  database: Database,
  vault: Vault,
  { connectionId, clientId, tokens, settings }: Authorization,
): Promise<Connection | undefined> {
  return database.$transaction(async (session) => {
    const [active] = await session.connection.updateManyAndReturn({
      where: { id: connectionId, status: { in: connectionStatusesBefore('ACTIVE') } },
      data: {
        ...sealTokens(vault, connectionId, tokens),
        status: 'ACTIVE',
        statusReason: null,
        clientId,
        tokenVersion: { increment: 1 },
        authorizations: { increment: 1 },
        settings: settings ? (settings as Prisma.InputJsonObject) : Prisma.DbNull,
      },
      omit: withoutTokens,
    });
    // Selection sessions of the previous authorization end: the tokens may be another account's.
    await session.selectionSession.deleteMany({ where: { connectionId } });
    if (!active) return undefined;
    await makeWatchDue(session, connectionId);
    await recordConnectionEvent(session, systemActor(active), active, { action: 'connection.authorized' });
    return active;
  });
}

/**
 * Notes that a consent brought no tokens. An active connection keeps those it has; one that was revoked stays so; `isFault` says that
 * the owner of the connection cannot correct it, so that it stays as it was and only the reason is new.
 */
export async function failAuthorization(
  database: Database,
  { id, reason, isFault }: { id: string; reason: string; isFault: boolean },
): Promise<Connection | undefined> {
  return database.$transaction(async (session) => {
    const [failed] = await session.connection.updateManyAndReturn({
      where: { id, status: { in: ['PENDING', 'FAILED'] } },
      data: { statusReason: reason, ...(!isFault && { status: 'FAILED' }) },
      omit: withoutTokens,
    });
    if (!failed)
      return (await session.connection.findUnique({ where: { id }, omit: withoutTokens })) ?? undefined;
    const event = { action: 'connection.authorization_failed', details: { reason } } as const;
    await recordConnectionEvent(session, systemActor(failed), failed, event);
    return failed;
  });
}

/**
 * Makes an active connection FAILED, saying what its owner can do; false when it was not active any more, or was authorized anew
 * since `authorizations` was read.
 */
export async function failConnection(
  database: Database,
  { id, authorizations }: Pick<Connection, 'id' | 'authorizations'>,
  reason: string,
): Promise<boolean> {
  return database.$transaction(async (session) => {
    const [failed] = await session.connection.updateManyAndReturn({
      where: { id, status: 'ACTIVE', authorizations },
      data: { status: 'FAILED', statusReason: reason },
      omit: withoutTokens,
    });
    if (!failed) return false;
    const event = { action: 'connection.failed', details: { reason } } as const;
    await recordConnectionEvent(session, systemActor(failed), failed, event);
    return true;
  });
}
