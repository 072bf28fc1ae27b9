import { createHash, randomBytes } from 'node:crypto';
import { type Database, Prisma } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { removeInSteps } from '../database/roll-up.ts';
import {
  type Connection,
  connectionStatusesBefore,
  recordConnectionEvent,
  systemActor,
  withoutTokens,
} from './connection.ts';
import { makeWatchDue } from './push/watch.ts';
import { type ConnectionTokens, sealTokens } from './tokens.ts';

/** Long enough to log in at a vendor and to choose pages. */
const lifetimeMinutes = 30;
const stateBytes = 32;

const hashOf = (state: string) => new Uint8Array(createHash('sha256').update(state).digest());

export interface PlannedAuthorization {
  readonly connectionId: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The PKCE verifier; null where the vendor knows no PKCE. */
  readonly codeVerifier: string | null;
}

/** Begins an authorization and returns its `state`: 256 random bits that work once, within half an hour. */
export async function beginAuthorization(
  database: Database,
  vault: Vault,
  { connectionId, clientId, redirectUri, codeVerifier }: PlannedAuthorization,
): Promise<string> {
  const state = randomBytes(stateBytes).toString('base64url');
  const sealedVerifier = codeVerifier === null ? null : vault.seal(codeVerifier, connectionId);
  await database.$executeRaw`
    INSERT INTO oauth_states ("stateHash", "connectionId", "clientId", "redirectUri", "sealedVerifier", "expiresAt")
    VALUES (${hashOf(state)}, ${connectionId}::uuid, ${clientId}, ${redirectUri}, ${sealedVerifier},
      now() + ${lifetimeMinutes} * interval '1 minute')`;
  return state;
}

export interface TakenAuthorization extends PlannedAuthorization {
  readonly connection: Connection;
  readonly namespaceName: string;
}

interface StateRow {
  readonly connectionId: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly sealedVerifier: Uint8Array | null;
}

/**
 * Completes the authorization that a returned `state` belongs to and consumes that state: of two concurrent requests, one succeeds. Undefined for one
 * that was used, has expired, was forged, or whose connection or namespace is gone.
 */
export async function takeAuthorization(
  database: Database,
  vault: Vault,
  state: string,
): Promise<TakenAuthorization | undefined> {
  const [row] = await database.$queryRaw<StateRow[]>`
    WITH taken AS (DELETE FROM oauth_states WHERE "stateHash" = ${hashOf(state)} RETURNING *)
    SELECT "connectionId", "clientId", "redirectUri", "sealedVerifier" FROM taken WHERE "expiresAt" > now()`;
  if (!row) return undefined;
  const { connectionId, clientId, redirectUri, sealedVerifier } = row;
  const found = await database.connection.findFirst({
    where: { id: connectionId, namespace: { status: 'ACTIVE' } },
    omit: withoutTokens,
    include: { namespace: { select: { name: true } } },
  });
  if (!found) return undefined;
  const { namespace, ...connection } = found;
  const codeVerifier = sealedVerifier && vault.open(sealedVerifier, connectionId);
  return { connection, namespaceName: namespace.name, connectionId, clientId, redirectUri, codeVerifier };
}

/** Deletes authorizations that were never completed, in bounded steps; returns how many. */
export const removeExpiredAuthorizations = (database: Database): Promise<number> =>
  removeInSteps(
    (rows) => database.$executeRaw`
      DELETE FROM oauth_states WHERE "stateHash" IN (
        SELECT "stateHash" FROM oauth_states WHERE "expiresAt" <= now() LIMIT ${rows})`,
  );

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
 * Records that a consent brought no tokens: a pending or failed connection becomes FAILED with the reason, or keeps its status where its
 * owner cannot correct the cause (`isFault`). Active and revoked connections stay as they are.
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
