import { namespaceId } from '@docfleet/api/find-own-namespace';
import { visible } from '@docfleet/api/not-blank';
import { type Connection, type ConnectionOwner, findConnection } from '@docfleet/domain/connection';
import type { Database } from '@docfleet/domain/database';
import { AppError } from '@docfleet/errors';
import { z } from 'zod';
import { connectionResponse } from './present-connection.ts';

/** Returns the error for a connection that does not exist or belongs to another organization, which callers cannot distinguish. */
export const connectionNotFound = () =>
  new AppError('CONNECTION_NOT_FOUND', 'The namespace has no connection of this id');

/** Returns the caller's connection; throws CONNECTION_NOT_FOUND, also for one of another namespace or tenant. */
export async function findOwnConnection(
  { database }: { readonly database: Database },
  owner: ConnectionOwner,
  id: string,
): Promise<Connection> {
  const connection = await findConnection(database, owner, id);
  if (!connection) throw connectionNotFound();
  return connection;
}

const maxTextLength = 256;

export const connectionName = z
  .string()
  .min(1)
  .max(maxTextLength)
  .refine(...visible)
  .describe('A label of your choice');
export const connectionExternalId = z
  .string()
  .min(1)
  .max(maxTextLength)
  .describe('Your own id of the user who authorizes')
  .meta({ examples: ['user-42'] });
export const connectionParams = z.object({ connectionId: z.string() });
export const namespaceQuery = z.object({ namespaceId });
export const oneConnection = z.object({ connection: connectionResponse });
export const authorizationUrlResponse = z
  .string()
  .describe('Where the user authorizes: it works once, within half an hour')
  .meta({ examples: ['https://api.notion.com/v1/oauth/authorize?client_id=docfleet-app&state=…'] });
