import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@docfleet/database';
import type { Vault } from '@docfleet/secrets';
import { removeInSteps } from '../database/remove-in-steps.ts';
import { type Connection, withoutTokens } from './connection.ts';

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
