import type { Database } from '@docfleet/database';

/** Creates an organization and returns its id. */
export async function createOrganization(database: Database, name: string): Promise<string> {
  const { id } = await database.organization.create({ data: { name }, select: { id: true } });
  return id;
}
