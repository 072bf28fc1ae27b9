import { type Database, Prisma } from '@docfleet/database';
import { isId } from '../database/identifier.ts';
import { type QuotaLimits, quotaLimits } from './quota-limits.ts';

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
