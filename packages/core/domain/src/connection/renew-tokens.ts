import type { ConnectionModel, Database, DatabaseSession } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { Vault } from '@docfleet/secrets';
import { recordConnectionEvent, systemActor } from './connection.ts';
import { type ConnectionTokens, openTokens, sealTokens } from './tokens.ts';

/** An active connection with its tokens: for calling its vendor, never for showing. */
export interface AuthorizedConnection
  extends Pick<
    ConnectionModel,
    'id' | 'namespaceId' | 'connector' | 'clientId' | 'tokenVersion' | 'tokensIssuedAt' | 'settings'
  > {
  readonly tokens: ConnectionTokens;
}

/** New tokens, or why there will be none. */
export type Renewal = { readonly tokens: ConnectionTokens } | { readonly failure: string };

/** Longer than a vendor is waited for, with the wait for another process before it. */
const renewalTimeoutMs = 60_000;

function toAuthorized(vault: Vault, row: ConnectionModel | null): AuthorizedConnection {
  const tokens = row && row.status === 'ACTIVE' ? openTokens(vault, row) : undefined;
  if (row && tokens) return { ...row, tokens };
  const reason = row ? (row.statusReason ?? `The connection is ${row.status}`) : 'The connection is gone';
  throw new AppError('CONNECTION_UNAUTHORIZED', 'The connection has to be authorized', {
    details: { reason },
  });
}

/** Reads a connection with its tokens; rejects with CONNECTION_UNAUTHORIZED unless it is active. */
export async function readAuthorizedConnection(
  database: Database,
  vault: Vault,
  id: string,
): Promise<AuthorizedConnection> {
  return toAuthorized(vault, await database.connection.findUnique({ where: { id } }));
}

async function writeRenewal(
  session: DatabaseSession,
  vault: Vault,
  row: ConnectionModel,
  renewal: Renewal,
): Promise<ConnectionModel> {
  const { id } = row;
  if ('tokens' in renewal)
    return session.connection.update({
      where: { id },
      data: { ...sealTokens(vault, id, renewal.tokens), tokenVersion: { increment: 1 } },
    });
  const { failure } = renewal;
  const event = { action: 'connection.failed', details: { reason: failure } } as const;
  await recordConnectionEvent(session, systemActor(row), row, event);
  return session.connection.update({ where: { id }, data: { status: 'FAILED', statusReason: failure } });
}

/**
 * Replaces the tokens that the caller has seen, one caller at a time in all processes: the row stays locked while `renew` asks the
 * vendor, and later callers find the new tokens. They are stored before they are used. A failure makes the
 * connection FAILED; what `renew` throws changes nothing. Rejects with CONNECTION_UNAUTHORIZED when there is nothing to use.
 */
export async function renewTokens(
  database: Database,
  vault: Vault,
  seen: Pick<AuthorizedConnection, 'id' | 'tokenVersion'>,
  renew: (connection: AuthorizedConnection) => Promise<Renewal>,
): Promise<AuthorizedConnection> {
  const { id, tokenVersion } = seen;
  const row = await database.$transaction(
    async (session) => {
      await session.$queryRaw`SELECT 1 FROM connections WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
      const locked = await session.connection.findUnique({ where: { id } });
      if (!locked || locked.tokenVersion !== tokenVersion) return locked;
      return writeRenewal(session, vault, locked, await renew(toAuthorized(vault, locked)));
    },
    { timeout: renewalTimeoutMs },
  );
  return toAuthorized(vault, row);
}
