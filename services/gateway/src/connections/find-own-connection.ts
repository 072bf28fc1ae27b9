import { type Connection, type ConnectionOwner, findConnection } from '@docfleet/domain/connection';
import type { Database } from '@docfleet/domain/database';
import { AppError } from '@docfleet/errors';

/** Thrown for a connection that does not exist or belongs to another organisation, which callers cannot distinguish. */
export const connectionNotFound = () =>
  new AppError('CONNECTION_NOT_FOUND', 'The namespace has no connection of this id');

/** The caller's connection; throws CONNECTION_NOT_FOUND, also when it is another namespace's or tenant's. */
export async function findOwnConnection(
  { database }: { readonly database: Database },
  owner: ConnectionOwner,
  id: string,
): Promise<Connection> {
  const connection = await findConnection(database, owner, id);
  if (!connection) throw connectionNotFound();
  return connection;
}
