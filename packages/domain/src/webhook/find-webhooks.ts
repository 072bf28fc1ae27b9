import type { Database } from '@docfleet/database';
import { isId } from '../database/identifier.ts';
import { ownedBy, type Webhook, type WebhookOwner, withoutKeys } from './webhook.ts';

/** The webhooks that the owner may see, in order of their making. */
export async function listWebhooks(database: Database, owner: WebhookOwner): Promise<Webhook[]> {
  return database.webhook.findMany({ where: ownedBy(owner), orderBy: { id: 'asc' }, omit: withoutKeys });
}

/** Returns a webhook; undefined when there is none that the owner can see. */
export async function findWebhook(
  database: Database,
  owner: WebhookOwner,
  id: string,
): Promise<Webhook | undefined> {
  if (!isId(id)) return undefined;
  const found = await database.webhook.findFirst({ where: { id, ...ownedBy(owner) }, omit: withoutKeys });
  return found ?? undefined;
}
