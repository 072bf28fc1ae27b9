import { type Database, type DatabaseSession, Prisma } from '@docfleet/database';
import { jsonSetting } from '@docfleet/runtime/config';
import { z } from 'zod';
import { isId } from '../database/identifier.ts';
import { rollUp } from '../database/roll-up.ts';

/** The amounts that quotas limit. */
export const amounts = ['documents', 'bytes', 'chunks', 'pages'] as const;
export type Amount = (typeof amounts)[number];

/** Documents, bytes of files and characters of their texts, chunks, and pages that OCR has read. */
export type Stored = Readonly<Record<Amount, number>>;

const limit = z.int().min(0).optional();
const limits = z.strictObject({ documents: limit, bytes: limit, chunks: limit, pages: limit });

/** The levels that quotas are set for, with the word of each in a refusal. */
export const quotaLevels = ['organization', 'namespace', 'tenant'] as const;
export type QuotaLevel = (typeof quotaLevels)[number];

/** Storage limits of an organization, of each of its namespaces and of each of its tenants; an absent amount is unlimited. */
export const quotaLimits = z.strictObject({
  organization: limits.default({}),
  namespace: limits.default({}),
  tenant: limits.default({}),
});
export type QuotaLimits = z.output<typeof quotaLimits>;

/** The setting of the installation. */
export const quotaSettings = {
  STORAGE_QUOTAS: jsonSetting(quotaLimits)
    .optional()
    .describe(
      'Quotas of each organization, namespace and tenant, as JSON: {"organization":{"documents":1000000,"bytes":50000000000,"chunks":10000000,"pages":100000},"namespace":{},"tenant":{"bytes":1000000000}}; bytes are those of files and texts, pages those read by OCR; an amount that is not named is not limited; `operator organization quota` sets others for one organization; unset: no limits',
    ),
};

/** Returns the limits with which those of one organization replace the installation's, amount by amount. */
export const mergeLimits = (defaults: QuotaLimits, own: QuotaLimits): QuotaLimits => ({
  organization: { ...defaults.organization, ...own.organization },
  namespace: { ...defaults.namespace, ...own.namespace },
  tenant: { ...defaults.tenant, ...own.tenant },
});

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

/** Returns the quotas that an organization has in place of the installation's; undefined where it has none, or there is no such organization. */
export async function readOwnQuotas(
  database: Database,
  organizationId: string,
): Promise<QuotaLimits | undefined> {
  const row = await database.organization.findUnique({
    where: { id: organizationId },
    select: { quotas: true },
  });
  return row?.quotas ? quotaLimits.parse(row.quotas) : undefined;
}

/** Sets the quotas of an organization; undefined for the installation's alone. Returns whether there is such an organization. */
export async function setOwnQuotas(
  database: Database,
  organizationId: string,
  quotas: QuotaLimits | undefined,
): Promise<boolean> {
  if (!isId(organizationId)) return false;
  const { count } = await database.organization.updateMany({
    where: { id: organizationId },
    data: { quotas: quotas ?? Prisma.DbNull },
  });
  return count > 0;
}
