import type { DatabaseSession } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import { limits } from '@docfleet/runtime/config';

interface Kind {
  readonly max: number;
  count(session: DatabaseSession, organizationId: string): Promise<number>;
}

const kinds = {
  namespaces: {
    max: limits.namespacesPerOrganization,
    count: (session, organizationId) => session.namespace.count({ where: { organizationId } }),
  },
  connections: {
    max: limits.connectionsPerOrganization,
    count: (session, organizationId) => session.connection.count({ where: { organizationId } }),
  },
  schedules: {
    max: limits.schedulesPerOrganization,
    count: (session, organizationId) =>
      session.ingestJob.count({ where: { organizationId, nextRunAt: { not: null } } }),
  },
} as const satisfies Record<string, Kind>;

/**
 * Throws ORGANIZATION_LIMIT_REACHED when the organization has as many of a kind as one may have. Within the transaction that creates one:
 * others that create wait until it ends.
 */
export async function requireRoom(
  session: DatabaseSession,
  organizationId: string,
  kind: keyof typeof kinds,
): Promise<void> {
  const { max, count } = kinds[kind];
  await lockApiKeys(session, organizationId);
  if ((await count(session, organizationId)) >= max)
    throw new AppError('ORGANIZATION_LIMIT_REACHED', `An organization can have ${max} ${kind}`);
}

/** Serializes changes of an organization's keys, so that two that check all of them do not miss each other. */
export async function lockApiKeys(session: DatabaseSession, organizationId: string): Promise<void> {
  await session.$executeRaw`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
}
