import { limits } from '@docfleet/config';
import type { DatabaseSession } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { lockApiKeys } from '../api-key/lock-api-keys.ts';

const kinds = {
  namespaces: { most: limits.namespacesPerOrganization, table: 'namespace' },
  connections: { most: limits.connectionsPerOrganization, table: 'connection' },
} as const;

/**
 * Throws ORGANIZATION_LIMIT_REACHED when the organisation has as many of a kind as one may have. Within the transaction that creates one:
 * others that create wait until it ends.
 */
export async function requireRoom(
  session: DatabaseSession,
  organizationId: string,
  kind: keyof typeof kinds,
): Promise<void> {
  const { most, table } = kinds[kind];
  await lockApiKeys(session, organizationId);
  const where = { organizationId };
  const count =
    table === 'namespace'
      ? await session.namespace.count({ where })
      : await session.connection.count({ where });
  if (count >= most)
    throw new AppError('ORGANIZATION_LIMIT_REACHED', `An organisation can have ${most} ${kind}`);
}
