import type { DatabaseSession } from '@docfleet/database';

/** Lets one change of an organisation's keys follow another, so that two that each look at all of them cannot miss each other. */
export async function lockApiKeys(session: DatabaseSession, organizationId: string): Promise<void> {
  await session.$executeRaw`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
}
