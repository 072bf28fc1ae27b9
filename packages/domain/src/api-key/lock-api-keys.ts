import type { DatabaseSession } from '@docfleet/database';

/** Serializes changes of an organization's keys, so that two that check all of them do not miss each other. */
export async function lockApiKeys(session: DatabaseSession, organizationId: string): Promise<void> {
  await session.$executeRaw`SELECT 1 FROM organizations WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`;
}
