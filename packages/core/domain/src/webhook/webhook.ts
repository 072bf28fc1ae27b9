import type { Database, WebhookModel } from '@docfleet/database';
import { isId } from '../database/identifier.ts';

/** A webhook as it may be shown: its keys are sealed. */
export type Webhook = Omit<WebhookModel, 'sealedKey' | 'sealedOldKey'>;

/** The settings that the owner of a webhook can change. */
export type WebhookSettings = Pick<
  WebhookModel,
  'name' | 'url' | 'events' | 'namespaceNames' | 'retryPolicy' | 'status'
>;

/** Scope of the webhooks that a request may see: those of the organization, or with a tenant id only that tenant's. */
export interface WebhookOwner {
  readonly organizationId: string;
  readonly tenantId: string | undefined;
}

/** The condition for the webhooks that a request may see. */
const ownedBy = ({ organizationId, tenantId }: WebhookOwner) => ({
  organizationId,
  ...(tenantId !== undefined && { tenantId }),
});

/** Omitted from every query except that of the signer. */
export const withoutKeys = { sealedKey: true, sealedOldKey: true } as const;

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
