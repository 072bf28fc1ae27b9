import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@docfleet/database';
import { removeInSteps } from '../database/roll-up.ts';
import { type Connection, recordConnectionEvent, systemActor, withoutTokens } from './connection.ts';

/** Lifetime as of a consent: users take their time to choose. */
const lifetimeMinutes = 30;
const tokenBytes = 32;

/** Time that a user has to choose on the selection page, in seconds. */
export const selectionSessionSeconds = lifetimeMinutes * 60;

const hashOf = (token: string) => new Uint8Array(createHash('sha256').update(token).digest());

/** Returns a token with which, once and within half an hour, a user selects what a connection reads. */
export async function beginSelection(database: Database, connectionId: string): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  await database.$executeRaw`
    INSERT INTO selection_sessions ("tokenHash", "connectionId", "expiresAt")
    VALUES (${hashOf(token)}, ${connectionId}::uuid, now() + ${lifetimeMinutes} * interval '1 minute')`;
  return token;
}

/** The caller and its connection: a token is valid for its own connection only. */
export interface SelectionKey {
  readonly connectionId: string;
  readonly token: string;
}

/**
 * Returns the connection whose selection a token may change; undefined for a token that was used, has expired, was forged or belongs to another
 * connection, and for a connection that is no longer active.
 */
export async function findSelecting(
  database: Database,
  { connectionId, token }: SelectionKey,
): Promise<Connection | undefined> {
  const [session] = await database.$queryRaw<unknown[]>`
    SELECT 1 FROM selection_sessions
    WHERE "tokenHash" = ${hashOf(token)} AND "connectionId" = ${connectionId}::uuid AND "expiresAt" > now()`;
  if (!session) return undefined;
  const where = { id: connectionId, status: 'ACTIVE', namespace: { status: 'ACTIVE' } } as const;
  return (await database.connection.findFirst({ where, omit: withoutTokens })) ?? undefined;
}

/** A file or folder by the vendor's id, and as its user calls it. */
export interface SelectedItem {
  readonly id: string;
  readonly name: string;
}

type ChangedRow = Pick<Connection, 'id' | 'organizationId' | 'tenantId'>;

/**
 * Stores the selection of a connection (null: everything) and ends the token. Returns false when the token is no longer valid, for example
 * because a concurrent request has used it.
 */
export async function finishSelection(
  database: Database,
  { connectionId, token }: SelectionKey,
  items: readonly SelectedItem[] | null,
): Promise<boolean> {
  const ids = items && JSON.stringify(items.map(({ id }) => id));
  const names = items && JSON.stringify(Object.fromEntries(items.map(({ id, name }) => [id, name])));
  return database.$transaction(async (session) => {
    const taken = await session.$executeRaw`
      DELETE FROM selection_sessions
      WHERE "tokenHash" = ${hashOf(token)} AND "connectionId" = ${connectionId}::uuid AND "expiresAt" > now()`;
    if (taken === 0) return false;
    const [changed] = await session.$queryRaw<ChangedRow[]>`
      UPDATE connections SET selection = ${ids}::jsonb, "selectionNames" = ${names}::jsonb, "updatedAt" = now()
      WHERE id = ${connectionId}::uuid AND status = 'ACTIVE'
      RETURNING id, "organizationId", "tenantId"`;
    if (!changed) return false;
    const event = {
      action: 'connection.selection_changed',
      details: { items: items?.length ?? 'all' },
    } as const;
    await recordConnectionEvent(session, systemActor(changed), changed, event);
    return true;
  });
}

/** Deletes tokens that were never used, in bounded steps; returns how many. */
export const removeExpiredSelections = (database: Database): Promise<number> =>
  removeInSteps(
    (rows) => database.$executeRaw`
      DELETE FROM selection_sessions WHERE "tokenHash" IN (
        SELECT "tokenHash" FROM selection_sessions WHERE "expiresAt" <= now() LIMIT ${rows})`,
  );
