import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import { rollUp } from '../database/roll-up.ts';
import type { Stored } from './quota-limits.ts';

/** Organization, namespace or tenant whose storage is counted. */
export interface StoredPlace {
  readonly organizationId: string;
  readonly namespaceId?: string | undefined;
  readonly tenantId?: string | null | undefined;
}

const sums = Prisma.raw(
  ['documents', 'bytes', 'chunks', 'pages']
    .map((name) => `coalesce(sum(${name}), 0)::float8 AS ${name}`)
    .join(', '),
);

/** Returns what an organization stores, or one of its namespaces or tenants where they are named. */
export async function readStored(
  database: DatabaseSession,
  { organizationId, namespaceId, tenantId }: StoredPlace,
): Promise<Stored> {
  const ofNamespace = namespaceId ? Prisma.sql`AND "namespaceId" = ${namespaceId}::uuid` : Prisma.empty;
  const ofTenant = tenantId ? Prisma.sql`AND "tenantId" = ${tenantId}` : Prisma.empty;
  const [stored] = await database.$queryRaw<Stored[]>`
    SELECT ${sums} FROM storage_counts WHERE "organizationId" = ${organizationId}::uuid ${ofNamespace} ${ofTenant}`;
  return stored ?? { documents: 0, bytes: 0, chunks: 0, pages: 0 };
}

/** Returns what each namespace of an organization stores, or what a tenant stores in each, in the order of their names. */
export async function readStoredByNamespace(
  database: DatabaseSession,
  { organizationId, tenantId }: StoredPlace,
): Promise<(Stored & { readonly namespaceName: string })[]> {
  const ofTenant = tenantId ? Prisma.sql`AND stored."tenantId" = ${tenantId}` : Prisma.empty;
  return database.$queryRaw`
    SELECT namespaces.name AS "namespaceName", ${sums} FROM storage_counts AS stored
    JOIN namespaces ON namespaces.id = stored."namespaceId" AND namespaces.status = 'ACTIVE'
    WHERE stored."organizationId" = ${organizationId}::uuid ${ofTenant}
    GROUP BY namespaces.name ORDER BY namespaces.name`;
}

/** Returns what all organizations store together. */
export async function readAllStored(database: DatabaseSession): Promise<Stored> {
  const [stored] = await database.$queryRaw<Stored[]>`SELECT ${sums} FROM storage_counts`;
  return stored ?? { documents: 0, bytes: 0, chunks: 0, pages: 0 };
}

/** Merges the changes that triggers have appended: see `rollUp`. */
export const rollUpStorage = (database: Database): Promise<number> =>
  rollUp(database, {
    table: 'storage_counts',
    place: ['namespaceId'],
    others: ['organizationId'],
    sums: ['documents', 'bytes', 'chunks', 'pages'],
  });
