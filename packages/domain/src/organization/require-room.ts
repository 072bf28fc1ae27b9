import type { DatabaseSession } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';

const kinds = {
  namespaces: { max: limits.namespacesPerOrganization, table: 'namespace' },
  connections: { max: limits.connectionsPerOrganization, table: 'connection' },
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
  const { max, table } = kinds[kind];
  await lockApiKeys(session, organizationId);
  const where = { organizationId };
  const count =
    table === 'namespace'
      ? await session.namespace.count({ where })
      : await session.connection.count({ where });
  if (count >= max)
    throw new AppError('ORGANIZATION_LIMIT_REACHED', `An organisation can have ${max} ${kind}`);
}

/** Serializes changes of an organization's keys, so that two that check all of them do not miss each other. */
export async function lockApiKeys(session: DatabaseSession, organizationId: string): Promise<void> {
  await session.$executeRaw`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
}
