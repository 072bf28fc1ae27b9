import type { Database, OrganizationModel } from '@docfleet/database';
import { isId } from '../database/identifier.ts';

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
