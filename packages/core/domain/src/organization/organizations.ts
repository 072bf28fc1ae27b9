import { type Database, type DatabaseSession, type OrganizationModel, Prisma } from '@docfleet/database';
import { AppError } from '@docfleet/errors';
import type { Owned, OwnersOf } from '@docfleet/queues';
import { limits } from '@docfleet/runtime/config';
import type { Owner } from '@docfleet/runtime/fairness';
import { LRUCache } from 'lru-cache';
import { isId } from '../database/identifier.ts';

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

/** The tables of the things that jobs are about, and the column that names the namespace. */
const tables = {
  namespace: Prisma.sql`SELECT id, "organizationId", id AS "namespaceId" FROM namespaces`,
  document: Prisma.sql`SELECT id, "organizationId", "namespaceId" FROM documents`,
  run: Prisma.sql`SELECT id, "organizationId", "namespaceId" FROM ingest_job_runs`,
  connection: Prisma.sql`SELECT id, "organizationId", "namespaceId" FROM connections`,
  conversion: Prisma.sql`SELECT id, "organizationId", NULL::uuid AS "namespaceId" FROM conversions`,
  webhook: Prisma.sql`SELECT id, "organizationId", id AS "namespaceId" FROM webhooks`,
} as const satisfies Record<Owned['kind'], Prisma.Sql>;

interface Found {
  readonly id: string;
  readonly organizationId: string;
  readonly namespaceId: string | null;
}

/** Entries remembered; they never become stale, because an owner never changes. */
const maxRemembered = 20_000;

const readKind = (database: DatabaseSession, kind: Owned['kind'], ids: readonly string[]) =>
  database.$queryRaw<Found[]>`${tables[kind]} WHERE id = ANY(${ids}::uuid[])`;

/** Opens the look-up of owners: the organization, and the namespace or webhook; one query for each kind of things that are not remembered. */
export function createOwners(database: DatabaseSession): OwnersOf {
  const known = new LRUCache<string, Owner>({ max: maxRemembered });
  const isKnown = ({ id }: Owned) => known.has(id);
  return async (things) => {
    const found = new Map<string, Owner>();
    const unknown = Map.groupBy(
      things.filter((thing) => !isKnown(thing)),
      ({ kind }) => kind,
    );
    for (const [kind, group] of unknown)
      for (const { id, organizationId, namespaceId } of await readKind(
        database,
        kind,
        group.map(({ id }) => id),
      ))
        found.set(id, namespaceId === null ? [organizationId] : [organizationId, namespaceId]);
    for (const [id, owner] of found) known.set(id, owner);
    // A deleted row is its own owner: its job finds nothing to do.
    return things.map(({ id }) => found.get(id) ?? known.get(id) ?? [id]);
  };
}

/** Creates an organization and returns its id. */
export async function createOrganization(database: Database, name: string): Promise<string> {
  const { id } = await database.organization.create({ data: { name }, select: { id: true } });
  return id;
}

/** All organizations, the oldest first. */
export async function listOrganizations(database: Database): Promise<OrganizationModel[]> {
  return database.organization.findMany({ orderBy: { id: 'asc' } });
}

/** Returns an organization; undefined when there is none with this id. */
export async function findOrganization(
  database: Database,
  id: string,
): Promise<OrganizationModel | undefined> {
  if (!isId(id)) return undefined;
  return (await database.organization.findUnique({ where: { id } })) ?? undefined;
}
