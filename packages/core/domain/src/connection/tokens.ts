import type { ConnectionModel, Database, DatabaseSession } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { renewToken } from '@docfleet/queues';
import type { Vault } from '@docfleet/secrets';
import { z } from 'zod';
import { createOutboxJob, type OutboxJob } from '../outbox/outbox.ts';
import { recordConnectionEvent, systemActor } from './connection.ts';

const batchSize = 500;
/** Vendors end a refresh token that is not used for 60 days, 90 days or six months. */
const idleDays = 20;

/**
 * Returns a job for each active connection whose tokens were renewed more than 20 days ago, or whose refresh token has come to half of its
 * life, at most once a day: a connection that is synced by hand, or by a tenant that pauses, would have to be authorized again. At most
 * 500 at once. Tokens without an end are not renewed.
 */
export async function findIdleTokens(database: Database): Promise<OutboxJob[]> {
  const idle = await database.$queryRaw<{ id: string }[]>`
    SELECT connections.id FROM connections
      JOIN namespaces ON namespaces.id = connections."namespaceId" AND namespaces.status = 'ACTIVE'
    WHERE connections.status = 'ACTIVE' AND connections.settings IS NULL AND "accessTokenExpiresAt" IS NOT NULL
      AND "tokensIssuedAt" < now() - greatest(interval '1 day',
        least(${idleDays} * interval '1 day', ("refreshTokenExpiresAt" - "tokensIssuedAt") / 2))
    ORDER BY "tokensIssuedAt" LIMIT ${batchSize}`;
  return idle.map(({ id }) => createOutboxJob(renewToken, { connectionId: id }));
}

/** The tokens that a vendor issued for one connection. */
export interface ConnectionTokens {
  readonly accessToken: string;
  /** Null where the vendor issues none. */
  readonly refreshToken: string | null;
  /** Null: it does not expire, or the vendor did not say when. */
  readonly accessTokenExpiresAt: Date | null;
  readonly refreshTokenExpiresAt: Date | null;
}

const sealedPair = z.object({ accessToken: z.string(), refreshToken: z.string().nullable() });

/** Tokens as the row `connectionId` keeps them. */
export function sealTokens(vault: Vault, connectionId: string, tokens: ConnectionTokens) {
  const { accessToken, refreshToken, accessTokenExpiresAt, refreshTokenExpiresAt } = tokens;
  const sealedTokens = vault.seal(JSON.stringify({ accessToken, refreshToken }), connectionId);
  return { sealedTokens, accessTokenExpiresAt, refreshTokenExpiresAt, tokensIssuedAt: new Date() };
}

/** A row without tokens. */
export const noTokens = {
  sealedTokens: null,
  clientId: null,
  tokensIssuedAt: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
} as const;

/** The tokens of a row; undefined when it has none. */
export function openTokens(vault: Vault, row: ConnectionModel): ConnectionTokens | undefined {
  const { id, sealedTokens, accessTokenExpiresAt, refreshTokenExpiresAt } = row;
  if (sealedTokens === null) return undefined;
  const pair = sealedPair.parse(JSON.parse(vault.open(sealedTokens, id)));
  return { ...pair, accessTokenExpiresAt, refreshTokenExpiresAt };
}

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
