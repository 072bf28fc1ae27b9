import type { Database } from '@docfleet/database';
import { isId } from '../database/identifier.ts';
import type { Page } from '../run/list-runs.ts';
import { type Connection, type ConnectionOwner, ownedConnections, withoutTokens } from './connection.ts';

export interface ConnectionFilter {
  /** Name of a connector; an unknown one matches nothing. */
  readonly connector?: string | undefined;
  readonly externalId?: string | undefined;
}

/** A page of the connections that the owner may see, the newest first, and one more if there is a next page. */
export async function listConnections(
  database: Database,
  owner: ConnectionOwner,
  { connector, externalId }: ConnectionFilter,
  { size, after }: Page,
): Promise<Connection[]> {
  return database.connection.findMany({
    where: {
      ...ownedConnections(owner),
      ...(connector !== undefined && { connector }),
      ...(externalId !== undefined && { externalId }),
      ...(after !== undefined && { id: { lt: after } }),
    },
    orderBy: { id: 'desc' },
    take: size + 1,
    omit: withoutTokens,
  });
}

/** Returns one connection; undefined when there is none that the owner may see. */
export async function findConnection(
  database: Database,
  owner: ConnectionOwner,
  id: string,
): Promise<Connection | undefined> {
  if (!isId(id)) return undefined;
  const where = { id, ...ownedConnections(owner) };
  return (await database.connection.findFirst({ where, omit: withoutTokens })) ?? undefined;
}
