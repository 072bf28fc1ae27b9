import type { WebhookModel } from '@docfleet/database';

/** A webhook as it may be shown: its keys are sealed. */
export type Webhook = Omit<WebhookModel, 'sealedKey' | 'sealedOldKey'>;

/** The settings that the owner of a webhook can change. */
export type WebhookSettings = Pick<
  WebhookModel,
  'name' | 'url' | 'events' | 'namespaceNames' | 'retryPolicy' | 'status'
>;

/** Whose webhooks a request may see: with a tenant, that tenant's alone. */
export interface WebhookOwner {
  readonly organizationId: string;
  readonly tenantId: string | undefined;
}

/** The condition for the webhooks that a request may see. */
export const ownedBy = ({ organizationId, tenantId }: WebhookOwner) => ({
  organizationId,
  ...(tenantId !== undefined && { tenantId }),
});

/** Omitted from every query except that of the signer. */
export const withoutKeys = { sealedKey: true, sealedOldKey: true } as const;
