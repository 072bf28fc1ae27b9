import { type DatabaseSession, Prisma } from '@docfleet/database';
import type { Owned, OwnersOf } from '@docfleet/queues';
import type { Owner } from '@docfleet/runtime/fairness';
import { LRUCache } from 'lru-cache';

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
    // What is gone owns itself: its job finds nothing to do.
    return things.map(({ id }) => found.get(id) ?? known.get(id) ?? [id]);
  };
}
