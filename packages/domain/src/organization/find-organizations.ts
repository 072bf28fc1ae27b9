import type { Database, OrganizationModel } from '@docfleet/database';
import { isId } from '../database/identifier.ts';

/** All organisations, the oldest first. */
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
